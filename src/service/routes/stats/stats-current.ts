import { z } from '@hono/zod-openapi'
import { statsResponse } from '../../../contract/stats.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { aboutPeriod, aboutRequest, newestKnown } from './stats-answer.ts'
import { charged, refuseCurrency, selectTerritory } from './stats-call.ts'
import { readStatsQuery, statsQuery } from './stats-query.ts'

const route = endpoint({
  path: '/stats/current',
  summary: 'Figures of the cells of a place, of a list of cells or of a circle, in the period served. Metered.',
  description: `Exactly one of \`geo_id\`, \`h3\` and \`lat\` with \`lng\` and \`radius_km\` selects the territory. A circle holds the
cells whose centre lies within the radius. \`too_many_hexes\` counts what has to be looked at: the distinct cells of a list,
the cells of a place at the resolution asked for, the cells near enough to a circle to be measured; \`limit\` is what the
plan allows. A \`geo_id\` that is not known is refused with \`unknown_place\`, a country without named places with
\`not_covered\`. A resolution that is not asked for is 8, and refused by a plan that is coarser. Rows ascend by cell id; what
has too few listings, own and around it, has none. Where no period is due, the answer names the month of the clock and
holds no rows, and is counted.`,
  group: 'current',
  query: statsQuery,
  params: z.object({}),
  answer: statsResponse,
  refusals: [
    'missing_parameter',
    'invalid_parameter',
    'unknown_place',
    'not_covered',
    'resolution_not_in_plan',
    'too_many_hexes',
    'quota_exhausted',
  ],
})

export function addStatsCurrent(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const request = readStatsQuery(c.req.valid('query'))
    refuseCurrency(deps, request)
    const selected = selectTerritory(c, deps, request)
    const answer = await charged(c, deps, 'current', async () => ({
      ...(await aboutPeriod(deps, newestKnown(deps), request, selected.cells)),
      ...aboutRequest(request, selected),
    }))
    return c.json(answer, 200)
  })
}
