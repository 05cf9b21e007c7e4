import type { Handler } from 'hono'
import { type HistoryAnswer, historyRequest } from '../../contract/history.ts'
import { refuseValue } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { Histories, HistoryWanted } from '../history/histories.ts'
import { type AreaRouteDeps, readSelector, withArea } from './areas.ts'
import { readFields, readFigures, readPost } from './read-request.ts'

/** `POST /api/history`: buys what is missing of an area's history; with `?dry_run=1` returns only the cost. */
export function historyRoute(
  deps: Omit<AreaRouteDeps, 'areas'> & { histories: Histories },
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    const post = await readPost(c)
    if (post instanceof Response) return post
    const selector = readSelector((post.body as { area?: unknown } | null)?.area)
    if (selector.kind === 'invalid') return refuseValue(c, selector)
    const request = readFields(historyRequest, post.body)
    if (request.kind === 'invalid') return refuseValue(c, request)
    const figures = readFigures(request.value)
    if (figures.kind === 'invalid') return refuseValue(c, figures)
    const { name, confirmed } = figures.value
    const objection = await deps.strangeFilter(name)
    if (objection !== null) return refuseValue(c, objection)
    const { metric } = request.value
    const viewer = viewerOf(c)
    const found = await withArea(deps, c, { selector: selector.value, name }, async (area) => {
      const wanted: HistoryWanted = { name, selector: selector.value, area, metric, viewer, confirmed }
      return post.isDryRun ? c.json(await deps.histories.quote(wanted)) : wanted
    })
    c.header('Cache-Control', 'no-store')
    // A purchase takes as long as the service does, so it happens outside the queue.
    if (found instanceof Response) return found
    const leave = deps.seats.take(viewer.address)
    return c.json((await deps.histories.buy(found).finally(leave)) satisfies HistoryAnswer)
  }
}
