const HEXES = '/geo/{geo_id}/hexes'
const ENDPOINTS = new Set([
  '/ping',
  '/openapi.yaml',
  '/coverage',
  '/geo',
  '/geo/search',
  '/geo/lookup',
  '/meta/filters',
  '/usage',
  '/stats/current',
])

/** The service's endpoint that a path below its base, query included, belongs to; `other` for none that we ask. */
export function endpointOf(target: string): string {
  const path = target.replace(/\?.*/s, '')
  if (/^\/geo\/[^/]+\/hexes$/.test(path)) return HEXES
  return ENDPOINTS.has(path) ? path : 'other'
}
