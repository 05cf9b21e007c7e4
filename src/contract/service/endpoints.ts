/** The free endpoints below `PATH_PREFIX` that say nothing of the account, but for those with a place in their path. */
export const FREE_ENDPOINTS = [
  '/ping',
  '/openapi.yaml',
  '/coverage',
  '/geo',
  '/geo/search',
  '/geo/lookup',
  '/meta/filters',
] as const

/** Matches the free endpoint of a place's cells; captures the place's id, still escaped. */
export const HEXES_PATH = /^\/geo\/([^/]+)\/hexes$/
