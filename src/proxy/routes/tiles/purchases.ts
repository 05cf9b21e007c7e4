import type { Handler } from 'hono'
import type { Logger } from 'pino'
import type { Parsed } from '../../../contract/parsed.ts'
import { purchaseRequest } from '../../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../../domain/cell.ts'
import type { Seats } from '../../../server/work/seats.ts'
import type { ShortQueue } from '../../../server/work/short-queue.ts'
import type { ViewerReader } from '../../access/viewer.ts'
import type { Wanted } from '../../buying/claims/batch.ts'
import type { Purchaser } from '../../buying/purchaser.ts'
import type { FindStrangeFilter } from '../../hints/stated/lens-names.ts'
import { parseParent } from '../../tiles/tile-name.ts'
import { readFields, readFigures, readPurchase } from '../read-request.ts'
import { streamEvents } from './purchase-stream.ts'

interface PurchaseRouteDeps {
  readonly purchaser: Purchaser
  readonly quotes: ShortQueue
  /** For purchases, which wait for the service. */
  readonly seats: Seats
  readonly strangeFilter: FindStrangeFilter
  readonly log: Logger
}

/** `POST /api/purchases`: buys tiles and streams purchase events, one JSON document a line; with `?dry_run=1` returns only the cost. */
export function purchaseRoute(
  { purchaser, quotes, seats, strangeFilter, log }: PurchaseRouteDeps,
  viewerOf: ViewerReader,
): Handler {
  return async (c) => {
    const post = await readPurchase(c, readWanted, strangeFilter)
    if (post instanceof Response) return post
    const wanted = { ...post.wanted, viewer: viewerOf(c) }
    const { address: client } = wanted.viewer
    if (post.isDryRun) {
      c.header('Cache-Control', 'no-store')
      const { signal } = c.req.raw
      const quote = () => purchaser.quote({ ...wanted, waiter: { signal, commit: null } })
      return c.json(await quotes.run(quote, { client, signal }))
    }
    const leave = seats.take(client)
    c.header('Content-Type', 'application/x-ndjson')
    c.header('Cache-Control', 'no-store')
    // Keeps nginx from buffering tiles until the last one arrives.
    c.header('X-Accel-Buffering', 'no')
    return c.body(streamEvents(purchaser, wanted, { log, onEnd: leave }))
  }
}

function readWanted(body: unknown): Parsed<Omit<Wanted, 'viewer' | 'waiter'>> {
  const request = readFields(purchaseRequest, body)
  if (request.kind === 'invalid') return request
  const figures = readFigures(request.value)
  if (figures.kind === 'invalid') return figures
  const { resolution } = figures.value.name
  const inView = readParents(request.value.parents, resolution)
  if (inView.kind === 'invalid') return inView
  const beside = readParents(request.value.around ?? [], resolution)
  if (beside.kind === 'invalid') return beside
  const around = [...beside.value].filter((parent) => !inView.value.has(parent))
  return { kind: 'ok', value: { ...figures.value, parents: [...inView.value], around } }
}

function readParents(raws: readonly string[], resolution: Resolution): Parsed<Set<Cell>> {
  const parents = new Set<Cell>()
  for (const raw of raws) {
    const parent = parseParent(raw, resolution)
    if (parent.kind === 'invalid') return parent
    parents.add(parent.value)
  }
  return { kind: 'ok', value: parents }
}
