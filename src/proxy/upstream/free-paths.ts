import { FREE_ENDPOINTS, HEXES_PATH } from '../../contract/endpoints.ts'
import { parseGeoId } from '../../domain/place.ts'

// Without the account's own detail (`/usage`): the page gets the meter instead.
const FREE_PATHS = new Set<string>(FREE_ENDPOINTS)

/** True for the paths below the service's base that a browser may reach through the proxy: free ones alone. */
export function isFreePath(path: string): boolean {
  if (FREE_PATHS.has(path)) return true
  const id = HEXES_PATH.exec(path)?.[1]
  return id !== undefined && parseGeoId(decoded(id)) !== null
}

/** A path segment as it was before it was escaped; empty where it was not escaped rightly. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
