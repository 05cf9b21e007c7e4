import { z } from '@hono/zod-openapi'
import { statsResponse } from '../../../contract/service/stats/stats.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { aboutPeriod, aboutRequest, newestKnown, ROWS_AT_ONCE } from './stats-answer.ts'
import { askerOf, charged, refuseCurrency, selectTerritory } from './stats-call.ts'
import { readStatsQuery, statsQuery } from './stats-query.ts'

const route = endpoint({
  path: '/stats/current',
  summary: 'Figures for the cells of a place, a list of cells or a circle, in the current period. Metered.',
  description: `Exactly one of \`geo_id\`, \`h3\`, or \`lat\` with \`lng\` and \`radius_km\` selects the territory. A circle has the
cells whose centre lies within the radius. \`too_many_hexes\` counts the cells that the service has to look at: the distinct
cells of a list, the cells of a place at the requested resolution, or the cells close enough to a circle to be measured;
\`limit\` is what the plan allows, and \`message\` names the finest resolution that fits. A whole country at resolution 4 fits
every plan. An unknown \`geo_id\` is refused with \`unknown_place\`, a country without named places with
\`not_covered\`. \`res\` defaults to 8, which a plan with a coarser limit refuses. Rows are in ascending order of cell id. A
cell has no row when it and its neighbours together have too few listings. When there is no current period, the response
has the label of the clock's month and no rows, and still counts.`,
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
    const selected = await selectTerritory(c, deps, request)
    const answer = await charged(c, deps, 'current', async () => ({
      ...(await aboutPeriod(deps, newestKnown(deps), request, selected.cells, askerOf(c))),
      ...aboutRequest(request, selected),
    }))
    if (answer.stats.length > ROWS_AT_ONCE) await nextTurn(c.req.raw.signal)
    return c.json(answer, 200)
  })
}
