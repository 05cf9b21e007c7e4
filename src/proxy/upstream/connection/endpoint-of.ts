import { FREE_ENDPOINTS, HEXES_PATH } from '../../../contract/service/endpoints.ts'

const HEXES = '/geo/{geo_id}/hexes'
const REQUESTED = new Set<string>([...FREE_ENDPOINTS, '/usage', '/stats/current'])

/** Returns the service's endpoint for a path below its base, query included; `other` for one that the proxy never requests. */
export function endpointOf(target: string): string {
  const path = target.replace(/\?.*/s, '')
  if (HEXES_PATH.test(path)) return HEXES
  return REQUESTED.has(path) ? path : 'other'
}
