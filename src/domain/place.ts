/** Identifies a place; opaque for zones, the lower-case country code for countries. */
export type GeoId = string & { readonly __brand: 'GeoId' }

/** Coarse to fine. Source: interface section 2.1. */
export const LEVELS = ['country', 'region', 'province', 'city', 'macrozone', 'microzone'] as const
export type Level = (typeof LEVELS)[number]
export type ZoneLevel = Exclude<Level, 'country'>
export const ZONE_LEVELS: readonly ZoneLevel[] = ['region', 'province', 'city', 'macrozone', 'microzone']

const GEO_ID_BYTES_MAX = 600

/**
 * Parses a place id; the interface specifies only that it is text. Null when it is empty, starts or ends with a blank,
 * exceeds 600 bytes in a URL, or could change the path: control characters, percent signs, `.` or `..` between slashes.
 */
export function parseGeoId(raw: string): GeoId | null {
  if (raw === '' || raw !== raw.trim() || /[\p{Cc}\p{Cs}%]/u.test(raw)) return null
  if (raw.split(/[/\\]/).some((part) => part === '.' || part === '..')) return null
  return encodeURIComponent(raw).length <= GEO_ID_BYTES_MAX ? (raw as GeoId) : null
}

/** What a free look-up reveals about a place's figures. Source: interface section 3. */
export type PlaceSignal = { kind: 'figures'; current_period: string } | { kind: 'too_few' } | { kind: 'no_listings' }

/** Classifies the two fields that every zone row carries. */
export function placeSignal(prices_available: boolean, current_period: string | null): PlaceSignal {
  if (!prices_available) return { kind: 'no_listings' }
  return current_period === null ? { kind: 'too_few' } : { kind: 'figures', current_period }
}
