import { parseLensKey } from '../../domain/lens.ts'

/** How shown amounts follow from amounts in the purchase's currency and units. */
export interface Conversion {
  /** Units of the currency per unit of the money the figures were bought in; 1 unless given. */
  readonly rate?: number
  /** How far the true rate can lie from `rate`, as a share of it; 0 unless given. */
  readonly spread?: number
  /** Units of area shown per unit of area of the purchase; 1 unless given. */
  readonly areaFactor?: number
  /** True for amounts that no tile has cut off, such as class breaks. */
  readonly isExact?: boolean
}

/** Significant digits that a tile keeps of its smallest figure, and so of each figure at least. */
const KEPT_DIGITS = 5
/** Tiles keep tenths, or finer steps where five digits need them. */
const COARSEST_EXPONENT = -1
const FINEST_EXPONENT = -9
/** The share by which sums of binary fractions miss whole steps. */
const BINARY_NOISE = 1e-9

/**
 * Converts an amount and rounds it to the digits that are certain: those that neither the step of tiles nor the spread of
 * the rate can have changed. An amount that was 457,000 before it was bought is 457,000 again, not 456,999. `least` is the
 * power of ten to round to where more digits are certain: rounding to them first could lift an amount that is then
 * rounded again.
 */
export function certainAmount(value: number, conversion: Conversion, least = Number.NEGATIVE_INFINITY): number {
  const { amount, exponent } = likelyAmount(value, conversion)
  return exponent === null ? amount : roundTo(Math.max(least, exponent), amount)
}

/**
 * Converts an amount from which another is computed before it is written: it is rounded as `certainAmount` does where fewer
 * digits are certain than down to `least`, and otherwise not at all, because what is rounded twice can end one too high.
 */
export function amountToCompute(value: number, conversion: Conversion, least: number): number {
  const { amount, exponent } = likelyAmount(value, conversion)
  return exponent === null || exponent <= least ? amount : roundTo(exponent, amount)
}

/** Returns the middle of what a converted amount can be, and the power of ten down to which it is certain; null for all digits. */
function likelyAmount(value: number, { rate = 1, spread = 0, isExact = false }: Conversion) {
  if (rate === 1 && spread === 0) return { amount: value, exponent: null }
  // Tiles cut figures off, so the true one lies within the step above.
  const step = isExact ? 0 : stepOf(value)
  const amount = (value + step / 2) * rate
  const doubt = step * rate + 2 * Math.abs(amount) * spread
  const isCertain = !(doubt > 0 && Number.isFinite(doubt))
  return { amount, exponent: isCertain ? null : Math.ceil(Math.log10(doubt) + BINARY_NOISE) }
}

function roundTo(exponent: number, amount: number): number {
  // Multiplies or divides by whole powers of ten, because 0.1, 0.01 and so on have no exact binary form.
  if (exponent < 0) return Math.round(amount * 10 ** -exponent) / 10 ** -exponent
  return Math.round(amount / 10 ** exponent) * 10 ** exponent
}

/** The most that a tile can have cut off a figure: one step; the figure is a multiple of it. */
function stepOf(value: number): number {
  if (value === 0) return 0
  const coarsest = Math.min(COARSEST_EXPONENT, Math.floor(Math.log10(Math.abs(value))) + 1 - KEPT_DIGITS)
  let exponent = Math.max(FINEST_EXPONENT, coarsest)
  for (; exponent > FINEST_EXPONENT; exponent--) {
    const steps = value * 10 ** -exponent
    if (Math.abs(steps - Math.round(steps)) <= BINARY_NOISE * Math.abs(steps)) break
  }
  return 10 ** exponent
}

/**
 * Currencies with an unambiguous sign. `$` is the US dollar's, `£` sterling's and `¥` the yen's; every other dollar,
 * peso, pound and crown has its code.
 */
const SIGNED = new Set('USD EUR GBP JPY BRL CZK ILS INR KRW PHP PLN THB TRY UAH VND KZT GEL NGN'.split(' '))

/** How `Intl` shall name a currency, so that no sign has two meanings. */
export function currencyDisplay(currency: string): 'narrowSymbol' | 'code' {
  return SIGNED.has(currency) ? 'narrowSymbol' : 'code'
}

/** Whether the figures of a lens are rents, which are amounts a month. The interface leaves the offer's name open. */
export function isRent(lens: string): boolean {
  return /^(to_?)?(rent|let)/i.test(parseLensKey(lens)?.ad_sub_type ?? '')
}
