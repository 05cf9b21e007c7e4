import { gunzipSync } from 'node:zlib'
import type { Context, Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import { parseEditionName, parseParent } from '../core/tile-name.ts'
import type { HeldTile, Ledger } from '../io/ledger.ts'
import { refuse, refuseValue } from './answers.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** `GET /api/tiles/:as_of/:lens/:resolution/:parent`: a held tile, or 404. Spends nothing. */
export function tileRoute(ledger: Ledger): Handler {
  return async (c) => {
    const edition = readName(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const parent = parseParent(c.req.param('parent') ?? '', edition.name.resolution)
    if (parent.kind === 'invalid') return refuseValue(c, parent)
    const tile = await ledger.tile(edition.name, parent.name)
    return tile === null ? notHeld(c, 'tile') : sendTile(c, tile)
  }
}

/** `GET /api/editions/:as_of/:lens/:resolution`: what the service said around the figures, or 404. */
export function editionRoute(ledger: Ledger): Handler {
  return async (c) => {
    const edition = readName(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const held = await ledger.edition(edition.name)
    if (held === null) return notHeld(c, 'edition')
    c.header('Cache-Control', FOR_EVER)
    return c.json(held)
  }
}

function readName(c: Context) {
  const { as_of = '', lens = '', resolution = '' } = c.req.param() as Record<string, string | undefined>
  return parseEditionName({ as_of, lens, resolution })
}

function notHeld(c: Context, what: string): Response {
  return refuse(c, 404, 'not_held', `This ${what} has not been bought yet: POST /api/purchases buys what is missing.`)
}

function sendTile(c: Context, { etag, gzip }: HeldTile): Response {
  c.header('Cache-Control', FOR_EVER)
  c.header('Vary', 'Accept-Encoding')
  // Weak, for the compressed and the plain form share it.
  const tag = `W/"${etag}"`
  c.header('ETag', tag)
  if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304)
  c.header('Content-Type', TILE_MEDIA_TYPE)
  const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' })
  if (encoding !== 'gzip') return c.body(Uint8Array.from(gunzipSync(gzip)))
  c.header('Content-Encoding', 'gzip')
  return c.body(Uint8Array.from(gzip))
}
