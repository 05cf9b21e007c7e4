import type { Handler } from 'hono'
import { type HistoryAnswer, historyRequest } from '../../contract/history.ts'
import type { Parsed } from '../../contract/parsed.ts'
import type { ViewerReader } from '../access/viewer.ts'
import { waiterOf } from '../buying/claims/commitment.ts'
import type { Histories, HistoryWanted } from '../history/histories.ts'
import { type AreaRouteDeps, readSelector, withArea } from './areas.ts'
import { readFields, readFigures, readPurchase } from './read-request.ts'

/** `POST /api/history`: buys what is missing of an area's history; with `?dry_run=1` returns only the cost. */
export function historyRoute(
  deps: Omit<AreaRouteDeps, 'areas'> & { histories: Histories },
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    const post = await readPurchase(c, readWanted, deps.strangeFilter)
    if (post instanceof Response) return post
    const viewer = viewerOf(c)
    const found = await withArea(deps, c, post.wanted, async (area) => {
      const wanted: HistoryWanted = { ...post.wanted, area, viewer, waiter: waiterOf(c.req.raw.signal) }
      return post.isDryRun ? c.json(await deps.histories.quote(wanted)) : wanted
    })
    c.header('Cache-Control', 'no-store')
    // A purchase takes as long as the service does, so it happens outside the queue.
    if (found instanceof Response) return found
    const leave = deps.seats.take(viewer.address)
    return c.json((await deps.histories.buy(found).finally(leave)) satisfies HistoryAnswer)
  }
}

function readWanted(body: unknown): Parsed<Omit<HistoryWanted, 'area' | 'viewer' | 'waiter'>> {
  const selector = readSelector((body as { area?: unknown } | null)?.area)
  if (selector.kind === 'invalid') return selector
  const request = readFields(historyRequest, body)
  if (request.kind === 'invalid') return request
  const figures = readFigures(request.value)
  if (figures.kind === 'invalid') return figures
  const { name, confirmed } = figures.value
  return { kind: 'ok', value: { name, confirmed, selector: selector.value, metric: request.value.metric } }
}
