import type { Handler } from 'hono'
import { type EarlierAnswer, earlierRequest } from '../../../contract/earlier-tiles.ts'
import { invalid, type Parsed } from '../../../contract/parsed.ts'
import type { Cell } from '../../../domain/cell.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import type { Seats } from '../../../server/work/seats.ts'
import type { ShortQueue } from '../../../server/work/short-queue.ts'
import type { ViewerReader } from '../../access/viewer.ts'
import { waiterOf } from '../../buying/claims/commitment.ts'
import type { FindStrangeFilter } from '../../hints/stated/lens-names.ts'
import type { EarlierTiles } from '../../history/earlier-tiles.ts'
import type { EarlierWanted } from '../../history/find-earlier.ts'
import { parseParent } from '../../tiles/tile-name.ts'
import { readFields, readFigures, readPurchase } from '../read-request.ts'

interface EarlierRouteDeps {
  readonly earlier: EarlierTiles
  readonly strangeFilter: FindStrangeFilter
  readonly quotes: ShortQueue
  /** For purchases, which wait for the service. */
  readonly seats: Seats
}

/** `POST /api/earlier-tiles`: buys tiles of earlier periods; with `?dry_run=1` returns only what is held and the cost. */
export function earlierTilesRoute(deps: EarlierRouteDeps, viewerOf: ViewerReader): Handler {
  return async (c) => {
    const post = await readPurchase(c, readWanted, deps.strangeFilter)
    if (post instanceof Response) return post
    const wanted = { ...post.wanted, viewer: viewerOf(c), waiter: waiterOf(c.req.raw.signal) }
    c.header('Cache-Control', 'no-store')
    const { address: client } = wanted.viewer
    if (post.isDryRun) {
      return c.json(await deps.quotes.run(() => deps.earlier.quote(wanted), { client, signal: c.req.raw.signal }))
    }
    const leave = deps.seats.take(client)
    return c.json((await deps.earlier.buy(wanted).finally(leave)) satisfies EarlierAnswer)
  }
}

function readWanted(body: unknown): Parsed<Omit<EarlierWanted, 'viewer' | 'waiter'>> {
  const request = readFields(earlierRequest, body)
  if (request.kind === 'invalid') return request
  const figures = readFigures(request.value)
  if (figures.kind === 'invalid') return figures
  const parents = new Set<Cell>()
  for (const raw of request.value.parents) {
    const parent = parseParent(raw, figures.value.name.resolution)
    if (parent.kind === 'invalid') return parent
    parents.add(parent.value)
  }
  const periods = new Set<AsOf>()
  for (const raw of request.value.periods) {
    const as_of = parseAsOf(raw)
    if (as_of === null) return invalid('periods', `expected first days of months, found '${raw}'`)
    periods.add(as_of)
  }
  return { kind: 'ok', value: { ...figures.value, parents: [...parents], periods: [...periods] } }
}
