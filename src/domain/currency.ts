/** An ISO 4217 code: three capital letters. */
export type Currency = string & { readonly __brand: 'Currency' }

/** The currency in which figures are bought, which is also that of the price filters (interface section 1). */
export const BASE_CURRENCY = 'USD' as Currency

/** Parses a code; null when it is not three capital letters. Only the service knows whether the currency exists. */
export function parseCurrency(raw: string): Currency | null {
  return /^[A-Z]{3}$/.test(raw) ? (raw as Currency) : null
}

const MARK = '&currency='

/** Names a lens's figures in a currency: the lens key alone for the base currency, else such as `default&currency=EUR`. */
export function figuresText({ lens, currency }: { lens: string; currency?: Currency | undefined }): string {
  return currency === undefined || currency === BASE_CURRENCY ? lens : `${lens}${MARK}${currency}`
}

/** Reads such a name back; `currency` is null for the base currency. */
export function readFiguresText(text: string): { lens: string; currency: string | null } {
  const at = text.lastIndexOf(MARK)
  return at === -1
    ? { lens: text, currency: null }
    : { lens: text.slice(0, at), currency: text.slice(at + MARK.length) }
}

const WORLD: readonly string[] = Intl.supportedValuesOf('currency')

/** Returns whether figures may be requested in a currency: viewers can invent codes, and a service that lists none would be asked for each. */
export function isOffered(currency: string, listed: readonly string[] | null): boolean {
  return (listed === null || listed.length === 0 ? WORLD : listed).includes(currency)
}
