/** Everything that selects figures except place and resolution, as the query parameters of a metered call. */
export type Lens = Readonly<Record<string, string>>

/** A lens's canonical text: parameters sorted, defaults left out, `default` when none remains. */
export type LensKey = string & { readonly __brand: 'LensKey' }

/** The filters that the interface states (section 4.8); others are the service's own. */
export const STATED_FILTERS: readonly string[] = ['ad_sub_type', 'min_price_usd', 'max_price_usd']

const PRICE_FILTERS: ReadonlySet<string> = new Set(['min_price_usd', 'max_price_usd'])

/** The one default that the interface states (section 4.8). */
export const DEFAULT_AD_SUB_TYPE = 'buy'

/** Whether a lens has filters besides the offer. */
export function hasFilters(lens: Lens): boolean {
  return Object.keys(lens).some((name) => name !== 'ad_sub_type')
}

const EMPTY_KEY = 'default'

/** A longer key would leave too little room for the cells in a URL of 2,000 bytes, which every server accepts. */
const KEY_BYTES_MAX = 1_000

// Parameters of a metered call that select a place or a form, not figures (interface section 4.8).
const NOT_LENS = new Set(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res', 'currency', 'min_price', 'max_price'])

/** True for a name that a filter may have. */
export function isFilterName(name: string): boolean {
  return /^[a-z][\w.-]{0,39}$/.test(name) && !NOT_LENS.has(name.toLowerCase())
}

/**
 * The one text of an amount: 100000 for 0100000, 1e5 and 100000.0, which a service may all take for the same filter; null
 * for what is not an amount.
 */
export function amountText(raw: string): string | null {
  const amount = /^\s*\+?\d/.test(raw) ? Number(raw) : Number.NaN
  return amount <= MOST_AMOUNT ? String(amount) : null
}

/** Larger ones would be written with an exponent. */
const MOST_AMOUNT = 1e15

/** The canonical text of a lens. */
export function lensKey(lens: Lens): LensKey {
  const kept = Object.entries(lens)
    .filter(([name, value]) => value !== '' && !(name === 'ad_sub_type' && value === DEFAULT_AD_SUB_TYPE))
    .map(([name, value]): [string, string] => [name, PRICE_FILTERS.has(name) ? (amountText(value) ?? value) : value])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return (kept.length === 0 ? EMPTY_KEY : new URLSearchParams(kept).toString()) as LensKey
}

/**
 * Parses a canonical text; null when a parameter is not a filter or is repeated, or the text is not canonical or
 * exceeds 1,000 bytes.
 */
export function parseLensKey(raw: string): Lens | null {
  if (raw === EMPTY_KEY) return {}
  if (raw.length > KEY_BYTES_MAX) return null
  const lens: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(raw)) {
    if (!isFilterName(name)) return null
    if (Object.hasOwn(lens, name) || value.length > 100) return null
    if (PRICE_FILTERS.has(name) && amountText(value) === null) return null
    lens[name] = value
  }
  return lensKey(lens) === raw ? lens : null
}

/** The lens without empty parameters and defaults. */
export function canonicalLens(lens: Lens): Lens {
  return parseLensKey(lensKey(lens)) ?? {}
}
