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

/** What is held never changes. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** Kept, but asked for again each time: whoever does not say which ledger is meant may mean another one tomorrow. */
const FOR_NOW = 'no-cache'

/** `GET /api/tiles/:as_of/:lens/:resolution/:parent`: a held tile, or 404. Spends nothing. */
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
    // Only a name that says which ledger is meant stays true for ever, here as in every cache on the way to the page.
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
    // Under a pentagon there are fewer cells, and all pentagons lie in the sea.
    if (c.req.method === 'GET' && sent.status === 200) savings.add(CELLS_PER_TILE)
    return sent
  }
}

/** `GET /api/editions/:as_of/:lens/:resolution`: what the service said around the figures, or 404. */
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
  return refuse(c, 404, 'not_held', `This ${what} has not been bought yet: POST /api/purchases buys what is missing.`)
}

function sendTile(c: Context, { etag, headers, plain, gzip }: TileAnswer): Response {
  // By the platform's own Response, which keeps the headers as they are until they are written.
  if (isKnownToClient(c, etag)) return new Response(null, { status: 304, headers })
  const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' })
  const sent = encoding === 'gzip' ? gzip : plain
  return new Response(sent.body, { headers: sent.headers })
}
