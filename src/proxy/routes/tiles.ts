import type { Context, Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { isKnownToClient, refuse, refuseValue } from '../access/answers.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import type { Savings } from '../spending/savings.ts'
import { sentTile } from '../tiles/sent-tile.ts'
import { parseParent } from '../tiles/tile-name.ts'
import { type HotTiles, ledgerName, type TileAnswer, type TileName, tileAnswer } from './hot-tiles.ts'
import { readEditionPath } from './read-request.ts'

/** Held tiles never change. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** Cached but revalidated: a request that does not name the ledger may reach another one tomorrow. */
const FOR_NOW = 'no-cache'

/** `GET /api/tiles/:as_of/:lens/:resolution/:parent`: returns a held tile, or 404. Spends nothing. */
export function tileRoute(deps: {
  ledger: Pick<TileLedger, 'generation' | 'tile'>
  hotTiles: HotTiles
  savings: Pick<Savings, 'add'>
  metrics: { noteTile(outcome: 'held' | 'not_held'): void }
}): Handler {
  const { ledger, hotTiles, savings, metrics } = deps
  const find = async (name: TileName): Promise<TileAnswer | null> => {
    const ready = hotTiles.get(name)
    if (ready !== undefined) return ready
    // Only a response to a name with the ledger stays valid for ever, here and in every cache on the way to the page.
    const isForEver = name.ledger === ledgerName(await ledger.generation())
    const tile = await ledger.tile(name.edition, name.parent)
    if (tile === null) return null
    const answer = tileAnswer(sentTile(tile), isForEver ? FOR_EVER : FOR_NOW)
    if (isForEver) hotTiles.set(name, answer)
    return answer
  }
  return async (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const parent = parseParent(c.req.param('parent') ?? '', edition.value.resolution)
    if (parent.kind === 'invalid') return refuseValue(c, parent)
    const answer = await find({ edition: edition.value, parent: parent.value, ledger: c.req.query('ledger') ?? '' })
    metrics.noteTile(answer === null ? 'not_held' : 'held')
    if (answer === null) return notHeld(c, 'tile')
    const sent = sendTile(c, answer)
    // Tiles under a pentagon have fewer cells, but all pentagons lie in the sea.
    if (c.req.method === 'GET' && sent.status === 200) savings.add(CELLS_PER_TILE)
    return sent
  }
}

/** `GET /api/editions/:as_of/:lens/:resolution`: returns what came with the figures (window, trim, currency), or 404. */
export function editionRoute(ledger: TileLedger): Handler {
  return async (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const held = await ledger.edition(edition.value)
    if (held === null) return notHeld(c, 'edition')
    c.header('Cache-Control', FOR_EVER)
    return c.json(held)
  }
}

function notHeld(c: Context, what: string): Response {
  return refuse(c, 404, 'not_held', `This ${what} is not held yet. POST /api/purchases buys what is missing.`)
}

function sendTile(c: Context, { etag, headers, plain, gzip }: TileAnswer): Response {
  // The platform's Response keeps the headers unchanged until they are written.
  if (isKnownToClient(c, etag)) return new Response(null, { status: 304, headers })
  const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' })
  const sent = encoding === 'gzip' ? gzip : plain
  return new Response(sent.body, { headers: sent.headers })
}
