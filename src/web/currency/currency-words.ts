import type { CurrencyRate } from '../../contract/currency-rate.ts'
import { namesOf, numberFormat } from '../language/formats.ts'
import { formatDay } from '../ui/format.ts'

/** Returns a currency's code and its name in the reader's language: `EUR, Euro`. */
export function currencyLabel(code: string): string {
  const name = namesOf('currency').of(code)
  return name === undefined ? code : `${code}, ${name}`
}

// Four digits are enough to check a figure by hand.
const RATE = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 } as const

/** Returns a sentence on how figures were converted, or that they were bought in their currency. */
export function rateWords(rate: CurrencyRate): string {
  if (rate.kind === 'bought-as-such') return `Bought in ${rate.currency} because no single rate fits the figures.`
  const { units_per_usd, currency, base, fx_date } = rate
  return `Converted at ${numberFormat(RATE).format(units_per_usd)} ${currency} per ${base} as of ${formatDay(fx_date)}.`
}
