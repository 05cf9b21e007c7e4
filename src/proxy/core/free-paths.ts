import { parseGeoId } from '../../domain/place.ts'

// The account's own detail (`/usage`) is left out on purpose: the page gets the meter instead.
const FREE_PATHS = new Set([
  '/ping',
  '/openapi.yaml',
  '/coverage',
  '/geo',
  '/geo/search',
  '/geo/lookup',
  '/meta/filters',
])

/** True for the paths below the service's base that a browser may reach through the proxy: free ones alone. */
export function isFreePath(path: string): boolean {
  if (FREE_PATHS.has(path)) return true
  const id = /^\/geo\/([^/]+)\/hexes$/.exec(path)?.[1]
  return id !== undefined && parseGeoId(id) !== null
}
