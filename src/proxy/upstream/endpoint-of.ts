import { FREE_ENDPOINTS, HEXES_PATH } from '../../contract/endpoints.ts'

const HEXES = '/geo/{geo_id}/hexes'
const ASKED = new Set<string>([...FREE_ENDPOINTS, '/usage', '/stats/current'])

/** The service's endpoint that a path below its base, query included, belongs to; `other` for none that we ask. */
export function endpointOf(target: string): string {
  const path = target.replace(/\?.*/s, '')
  if (HEXES_PATH.test(path)) return HEXES
  return ASKED.has(path) ? path : 'other'
}
