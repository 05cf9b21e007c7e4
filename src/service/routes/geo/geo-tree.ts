import { z } from '@hono/zod-openapi'
import { GEO_LIMIT_DEFAULT, GEO_LIMIT_MAX, GEO_PAGE_MAX } from '../../../contract/limits.ts'
import { type GeoResponse, geoResponse } from '../../../contract/service/geo.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { wholeNumber, zoneLevel } from '../../requests/parameters.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { parentEchoOf, placeRows } from './zone-row.ts'

const route = endpoint({
  path: '/geo',
  summary: 'Walks the place tree: countries, or the places directly beneath `parent`, by name.',
  description: `Never refused because of a parameter: an unknown parent, a page past the end, below 1 or above ${GEO_PAGE_MAX},
and a parameter that is malformed or sent twice return an empty list. \`parent\` is echoed whenever it is a place.
\`prices_available\` is true when the place has listings of any age; \`current_period\` is a date when such a place has rows
in some request without a filter, at any resolution, for sales or rents. A place without listings has no date, even where
coarse cells that reach beyond it have figures.`,
  group: 'metadata',
  query: z.object({
    parent: z.string().optional().openapi({ description: 'A geo_id; defaults to the root.' }),
    level: zoneLevel.optional().openapi({ description: 'Returns only children of this level.' }),
    page: wholeNumber.optional().openapi({ type: 'integer', minimum: 1, maximum: GEO_PAGE_MAX, default: 1 }),
    limit: wholeNumber.optional().openapi({
      type: 'integer',
      default: GEO_LIMIT_DEFAULT,
      maximum: GEO_LIMIT_MAX,
      description: 'A whole number out of range is clamped; any other value returns an empty list.',
    }),
  }),
  params: z.object({}),
  answer: geoResponse,
})

type TreeQuery = z.output<typeof route.request.query>

export function addGeoTree(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(
    route,
    async (c) => c.json(await listChildren(deps, c.req.valid('query'), c.req.raw.signal), 200),
    (result, c) => (result.success ? undefined : c.json(emptyList(deps, c.req.query('parent')), 200)),
  )
}

async function listChildren(deps: ServiceDeps, query: TreeQuery, signal: AbortSignal): Promise<GeoResponse> {
  const { parent, level, page = 1, limit = GEO_LIMIT_DEFAULT } = query
  const answer = emptyList(deps, parent)
  if (page < 1 || page > GEO_PAGE_MAX || (parent !== undefined && !answer.parent)) return answer
  const book = deps.places.current()
  const all = parent === undefined ? book.tree.countries() : book.tree.children(parent)
  const kept = level ? all.filter((place) => place.level === level) : all
  const size = Math.min(GEO_LIMIT_MAX, Math.max(1, limit))
  const shown = kept.slice((page - 1) * size, page * size)
  return { ...answer, results: await placeRows(deps, book, shown, signal) }
}

/** The response to an unknown parent or a malformed parameter: browsing never fails. */
function emptyList(deps: ServiceDeps, parent: string | undefined): GeoResponse {
  const place = parent === undefined ? null : deps.places.current().tree.get(parent)
  return place ? { parent: parentEchoOf(place), results: [] } : { results: [] }
}
