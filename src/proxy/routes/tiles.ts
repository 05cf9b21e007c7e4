import type { Context, Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import { isKnownToClient, refuse, refuseValue } from '../access/answers.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import { type SentTile, sentTile } from '../tiles/sent-tile.ts'
import { parseParent } from '../tiles/tile-name.ts'
import type { HotTiles } from './hot-tiles.ts'
import { readEditionPath } from './read-request.ts'

/** What is held never changes. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** `GET /api/tiles/:as_of/:lens/:resolution/:parent`: a held tile, or 404. Spends nothing. */
export function tileRoute(ledger: TileLedger, hot: HotTiles): Handler {
  return async (c) => {
    // Only a name that says which ledger is meant stays true for ever, here as in every cache on the way to the page.
    const { pathname, search } = new URL(c.req.url)
    const key = c.req.query('ledger') === undefined ? null : pathname + search
    const ready = key === null ? undefined : hot.get(key)
    if (ready) return sendTile(c, ready)
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const parent = parseParent(c.req.param('parent') ?? '', edition.value.resolution)
    if (parent.kind === 'invalid') return refuseValue(c, parent)
    const tile = await ledger.tile(edition.value, parent.value)
    if (tile === null) return notHeld(c, 'tile')
    const sent = sentTile(tile)
    if (key !== null) hot.set(key, sent)
    return sendTile(c, sent)
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

function sendTile(c: Context, { etag, lastModified, bytes, gzip }: SentTile): Response {
  c.header('Cache-Control', FOR_EVER)
  c.header('Vary', 'Accept-Encoding')
  // Weak, for the compressed and the plain form share it.
  c.header('ETag', `W/"${etag}"`)
  if (lastModified !== null) c.header('Last-Modified', lastModified)
  if (isKnownToClient(c, etag)) return c.body(null, 304)
  c.header('Content-Type', TILE_MEDIA_TYPE)
  const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' })
  if (encoding !== 'gzip') return c.body(bytes)
  c.header('Content-Encoding', 'gzip')
  return c.body(gzip)
}
