import { z } from '@hono/zod-openapi'
import { HISTORY_PARAMETERS } from '../../../contract/service/assumptions.ts'
import { type HistoryPoint, historyResponse } from '../../../contract/service/stats/stats.ts'
import type { Cell } from '../../../domain/cell.ts'
import { type AsOf, addMonths, asOfAt, monthsBetween } from '../../../domain/period.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import type { Asker } from '../../figures/priced-figures.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { periodLabel } from '../../requests/parameters.ts'
import { invalidParameter } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { aboutPeriod, aboutRequest, newestKnown, snapshotOf } from './stats-answer.ts'
import { askerOf, charged, refuseCurrency, selectTerritory } from './stats-call.ts'
import { readStatsQuery, type StatsRequest, statsQuery } from './stats-query.ts'

/** Months returned when `from` is not sent, and the most that one request can span. */
const MONTHS_DEFAULT = 12
const MONTHS_MAX = 60

const { from: FROM, to: TO } = HISTORY_PARAMETERS

const route = endpoint({
  path: '/stats/history',
  summary: 'Figures for the same territories in every published period between two labels. Metered.',
  description: `The query of /stats/current with \`${FROM}\` and \`${TO}\`, labels of periods. \`${TO}\` defaults to the newest
published period, \`${FROM}\` to the label ${MONTHS_DEFAULT - 1} months before \`${TO}\`; a request spans at most ${MONTHS_MAX} months.
What all periods share is stated once, under the names of /stats/current. \`history\` has a point for each published period,
oldest first: a missing point means that the period is not published, a point without rows that it has no figures. The
point of the current period equals the response of /stats/current. \`snapshot.earliest_period\` is the earliest published
period. \`too_many_hexes\` counts each cell once per published period. Each period's money is converted at that period's own
rate, of its \`fx_date\`; a currency is refused when one of the periods has no rate for it. All periods use today's places.`,
  group: 'history',
  query: statsQuery.extend({
    [FROM]: periodLabel.optional(),
    [TO]: periodLabel.optional(),
  }),
  params: z.object({}),
  answer: historyResponse,
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

export function addStatsHistory(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const { from, to, ...query } = c.req.valid('query')
    const request = readStatsQuery(query)
    const span = spanOf(deps, { from, to })
    const labels = deps.figures.labels().filter((label) => label >= span.from && label <= span.to)
    // The newest period's rates say nothing of earlier ones, each of which refuses for itself and refunds the call.
    if (labels.length === 0 || labels.at(-1) === deps.figures.newest()?.as_of) refuseCurrency(deps, request)
    const selected = await selectTerritory(c, deps, request, Math.max(1, labels.length))
    const answer = await charged(c, deps, 'history', async () => ({
      ...aboutRequest(request, selected),
      snapshot: snapshotOf(deps, newestKnown(deps), request.resolution),
      ...span,
      history: await pointsOf(deps, labels, request, selected.cells, askerOf(c)),
    }))
    return c.json(answer, 200)
  })
}

/** The first and last label of the span; refuses a span that is reversed or too long. */
function spanOf(
  { figures, now }: ServiceDeps,
  asked: { from: AsOf | undefined; to: AsOf | undefined },
): { from: AsOf; to: AsOf } {
  const to = asked.to ?? figures.newest()?.as_of ?? asOfAt(now())
  const from = asked.from ?? addMonths(to, 1 - MONTHS_DEFAULT)
  const months = monthsBetween(from, to) + 1
  if (months < 1) {
    const last = asked.to === undefined ? 'the newest period' : TO
    throw invalidParameter(FROM, `${FROM} ${from} is later than ${last}, ${to}`)
  }
  if (months > MONTHS_MAX) {
    throw invalidParameter(FROM, `${from} to ${to} spans ${months} months; expected at most ${MONTHS_MAX}`)
  }
  return { from, to }
}

/** The points of those periods that still exist when they are read. */
async function pointsOf(
  deps: ServiceDeps,
  labels: readonly AsOf[],
  request: StatsRequest,
  cells: readonly Cell[],
  asker: Asker,
): Promise<HistoryPoint[]> {
  const points: HistoryPoint[] = []
  for (const label of labels) {
    const point = await deps.figures.lend(label, (period) =>
      aboutPeriod(deps, { as_of: label, meta: period.meta, period }, request, cells, asker),
    )
    if (point) points.push(point)
    // Reading a period blocks the thread; let other requests run in between.
    await nextTurn(asker.signal())
  }
  return points
}
