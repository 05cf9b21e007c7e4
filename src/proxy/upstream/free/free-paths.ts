import { FREE_ENDPOINTS, HEXES_PATH } from '../../../contract/service/endpoints.ts'
import { parseGeoId } from '../../../domain/place.ts'

// `/usage` has the account's details and stays out; the page gets the meter instead.
const FREE_PATHS = new Set<string>(FREE_ENDPOINTS)

/** True for paths below the service's base that a browser may reach through the proxy: only free ones. */
export function isFreePath(path: string): boolean {
  if (FREE_PATHS.has(path)) return true
  const id = HEXES_PATH.exec(path)?.[1]
  return id !== undefined && parseGeoId(decoded(id)) !== null
}

/** Decodes a path segment; returns '' when its escapes are invalid. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
