/** Identifies a place; opaque for zones, the lower-case country code for countries. */
export type GeoId = string & { readonly __brand: 'GeoId' }

/** Coarse to fine. Source: interface section 2.1. */
export const LEVELS = ['country', 'region', 'province', 'city', 'macrozone', 'microzone'] as const
export type Level = (typeof LEVELS)[number]
export type ZoneLevel = Exclude<Level, 'country'>
export const ZONE_LEVELS: readonly ZoneLevel[] = ['region', 'province', 'city', 'macrozone', 'microzone']

/** Reads a place id: 1 to 200 characters that are safe in a path segment; null otherwise. */
export function parseGeoId(raw: string): GeoId | null {
  return /^[A-Za-z0-9._:~-]{1,200}$/.test(raw) && raw !== '.' && raw !== '..' ? (raw as GeoId) : null
}

/** What a free look at a place says of its figures. Source: interface section 3. */
export type PlaceSignal = { kind: 'figures'; current_period: string } | { kind: 'too_few' } | { kind: 'no_listings' }

/** Classifies the pair that every zone row carries. */
export function placeSignal(prices_available: boolean, current_period: string | null): PlaceSignal {
  if (!prices_available) return { kind: 'no_listings' }
  return current_period === null ? { kind: 'too_few' } : { kind: 'figures', current_period }
}
