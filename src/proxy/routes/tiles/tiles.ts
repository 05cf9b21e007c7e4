import type { Context, Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { LRUCache } from 'lru-cache'
import { CELLS_PER_TILE } from '../../../domain/tile.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { isKnownToClient, refuse, refuseValue } from '../../access/answers.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import type { Savings } from '../../spending/savings.ts'
import { sentTile } from '../../tiles/sent-tile.ts'
import { parseParent } from '../../tiles/tile-name.ts'
import { FOR_NOW, heldCaching } from '../held-caching.ts'
import { readEditionPath } from '../read-request.ts'
import { type HotTiles, type TileAnswer, type TileName, tileAnswer } from './hot-tiles.ts'

/** `GET /api/tiles/:as_of/:lens/:resolution/:parent`: returns a held tile, or 404. Spends nothing. */
export function tileRoute(deps: {
  ledger: Pick<TileLedger, 'generation' | 'tile'>
  hotTiles: HotTiles
  savings: Pick<Savings, 'add'>
  metrics: { noteTile(outcome: 'held' | 'not_held'): void }
}): Handler {
  const { ledger, hotTiles, savings, metrics } = deps
  const find = async (name: TileName): Promise<TileAnswer | null> => {
    // Reading a tile takes a millisecond, and a view requests many at once.
    await nextTurn()
    const caching = await heldCaching(ledger, name.ledger)
    const tile = await ledger.tile(name.edition, name.parent)
    if (tile === null) return null
    const answer = tileAnswer(sentTile(tile), caching)
    if (caching !== FOR_NOW) hotTiles.set(name, answer)
    return answer
  }
  const send = (c: Context, answer: TileAnswer | null): Response => {
    metrics.noteTile(answer === null ? 'not_held' : 'held')
    if (answer === null) return notHeld(c, 'tile')
    const sent = sendTile(c, answer)
    // Tiles under a pentagon have fewer cells, but all pentagons lie in the sea.
    if (c.req.method === 'GET' && sent.status === 200) savings.add(CELLS_PER_TILE)
    return sent
  }
  return (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const spelled = c.req.param('parent') ?? ''
    const parent = parseParent(spelled, edition.value.resolution)
    if (parent.kind === 'invalid') return refuseValue(c, parent)
    // Kept for ever under one spelling only: otherwise strangers could fill caches with copies of a tile.
    const ledger = spelled === parent.value ? (c.req.query('ledger') ?? '') : ''
    const name = { edition: edition.value, parent: parent.value, ledger }
    const ready = hotTiles.get(name)
    return ready === undefined ? find(name).then((found) => send(c, found)) : send(c, ready)
  }
}

/** `GET /api/editions/:as_of/:lens/:resolution`: returns what came with the figures (window, trim, currency), or 404. */
export function editionRoute(ledger: Pick<TileLedger, 'generation' | 'edition'>): Handler {
  return async (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const caching = await heldCaching(ledger, c.req.query('ledger'))
    const held = await ledger.edition(edition.value)
    if (held === null) return notHeld(c, 'edition')
    c.header('Cache-Control', caching)
    return c.json(held)
  }
}

function notHeld(c: Context, what: string): Response {
  return refuse(c, 404, 'not_held', `This ${what} is not held yet. POST /api/purchases buys what is missing.`)
}

function sendTile(c: Context, { etag, headers, plain, gzip }: TileAnswer): Response {
  // The platform's Response keeps the headers unchanged until they are written.
  if (isKnownToClient(c, etag)) return new Response(null, { status: 304, headers })
  const sent = takesGzip(c) ? gzip : plain
  return new Response(sent.body, { headers: sent.headers })
}

/** The few forms of Accept-Encoding that browsers send. */
const known = new LRUCache<string, boolean>({ max: 100 })
const LONGEST_KNOWN = 64

function takesGzip(c: Context): boolean {
  const header = c.req.header('Accept-Encoding') ?? ''
  const before = known.get(header)
  if (before !== undefined) return before
  const takes = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip'
  if (header.length <= LONGEST_KNOWN) known.set(header, takes)
  return takes
}
