/** An ISO 4217 code: three capital letters. */
export type Currency = string & { readonly __brand: 'Currency' }

/** The currency in which figures are bought: that of the price filters (interface section 1). */
export const BASE_CURRENCY = 'USD' as Currency

/** Reads a code; null when it is not three capital letters. Whether there is such a currency is the service's to say. */
export function parseCurrency(raw: string): Currency | null {
  return /^[A-Z]{3}$/.test(raw) ? (raw as Currency) : null
}

const MARK = '&currency='

/** Names figures of a lens in a currency in one text: the lens's own for the base currency, `default&currency=EUR` for another. */
export function figuresText({ lens, currency }: { lens: string; currency?: Currency | undefined }): string {
  return currency === undefined || currency === BASE_CURRENCY ? lens : `${lens}${MARK}${currency}`
}

/** Takes such a text apart; what follows the lens is null for the base currency. */
export function readFiguresText(text: string): { lens: string; currency: string | null } {
  const at = text.lastIndexOf(MARK)
  return at === -1
    ? { lens: text, currency: null }
    : { lens: text.slice(0, at), currency: text.slice(at + MARK.length) }
}
