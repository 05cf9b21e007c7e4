/** Everything that selects figures but place and resolution, as the query parameters of a metered call. */
export type Lens = Readonly<Record<string, string>>

/** A lens's canonical text: parameters sorted, defaults left out, `default` when none is left. */
export type LensKey = string & { readonly __brand: 'LensKey' }

/** The one default that the interface states (section 4.8). */
export const DEFAULT_AD_SUB_TYPE = 'buy'

const EMPTY_KEY = 'default'

/** A longer one would leave too little of a URL of 2,000 bytes, which every server takes, for what is asked about. */
const KEY_BYTES_MAX = 1_000

// Parameters of a metered call that say where and how, not what (interface section 4.8).
const NOT_LENS = new Set(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res', 'currency', 'min_price', 'max_price'])

/** The canonical text of a lens. */
export function lensKey(lens: Lens): LensKey {
  const kept = Object.entries(lens)
    .filter(([name, value]) => value !== '' && !(name === 'ad_sub_type' && value === DEFAULT_AD_SUB_TYPE))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return (kept.length === 0 ? EMPTY_KEY : new URLSearchParams(kept).toString()) as LensKey
}

/** Reads a canonical text; null when a parameter is not a filter, is repeated, or the text is not canonical or above 1,000 bytes. */
export function parseLensKey(raw: string): Lens | null {
  if (raw === EMPTY_KEY) return {}
  if (raw.length > KEY_BYTES_MAX) return null
  const lens: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(raw)) {
    if (!/^[a-z][\w.-]{0,39}$/.test(name) || NOT_LENS.has(name.toLowerCase())) return null
    if (name in lens || value.length > 100) return null
    lens[name] = value
  }
  return lensKey(lens) === raw ? lens : null
}

/** The lens without the parameters that are empty or at their default. */
export function canonicalLens(lens: Lens): Lens {
  return parseLensKey(lensKey(lens)) ?? {}
}
