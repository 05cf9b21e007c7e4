import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { AnswerEarly } from '../../server/early-answers.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../../server/request-id.ts'
import { type AllowedHosts, isAllowedHost } from '../access/allowed-hosts.ts'
import { isOwnPage } from '../access/guards.ts'
import type { SentTile } from '../tiles/sent-tile.ts'

/** Bytes of tiles that are kept ready to be sent. */
const HOT_BYTES = 64 * 1024 * 1024
const ACCEPTS_GZIP = /(^|[\s,])gzip\s*($|,|;\s*q=(1|0\.\d*[1-9]))/i

export const TILE_ROUTE = '/api/tiles/:as_of/:lens/:resolution/:parent'

/** A tile that was sent before, with the head of its compressed answer as soon as one was sent. */
interface HotTile extends SentTile {
  head?: Buffer
}

/** Tiles sent lately, by path and query, which must name the ledger: only such a name stays true for ever. */
export interface HotTiles {
  get(address: string): SentTile | undefined
  set(address: string, tile: SentTile): void
  /** Learns from the app's own answers which head a compressed tile is sent with. */
  readonly learnHeads: MiddlewareHandler
  /** Answers compressed tiles without the app, where the page may be reached by the name asked for; `onAnswer` hears of each. */
  answerEarly(allowed: AllowedHosts, onAnswer: () => void): AnswerEarly
}

/** Keeps the tiles sent last, as many as fit into 64 MB. */
export function createHotTiles(): HotTiles {
  const tiles = new LRUCache<string, HotTile>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ bytes, gzip }) => bytes.length + gzip.length,
  })
  return {
    get: (address) => tiles.get(address),
    set: (address, tile) => void tiles.set(address, { ...tile }),
    learnHeads: async (c, next) => {
      await next()
      const { pathname, search } = new URL(c.req.url)
      const tile = tiles.peek(pathname + search)
      const { status, headers } = c.res
      // What is meant for one viewer alone is not said to all.
      if (tile && status === 200 && headers.get('Content-Encoding') === 'gzip' && !headers.has('Set-Cookie')) {
        const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`)
        tile.head ??= Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}`, 'latin1')
      }
    },
    answerEarly:
      (allowed, onAnswer) =>
      ({ target, header }) => {
        const tile = tiles.get(target)
        if (tile?.head === undefined || header('if-none-match') !== undefined) return null
        if (!isOwnPage(header('sec-fetch-site')) || !isAllowedHost(header('host'), allowed)) return null
        if (!ACCEPTS_GZIP.test(header('accept-encoding') ?? '')) return null
        onAnswer()
        const id = requestIdOf(header(REQUEST_ID_HEADER.toLowerCase()))
        return wholeAnswer(tile.head, id, tile.gzip)
      },
  }
}

function wholeAnswer(head: Buffer, requestId: string, body: Uint8Array): Buffer {
  const own = `${REQUEST_ID_HEADER}: ${requestId}\r\nContent-Length: ${body.length}\r\nDate: ${httpDate()}\r\n\r\n`
  const answer = Buffer.allocUnsafe(head.length + own.length + body.length)
  answer.set(head)
  answer.write(own, head.length, 'latin1')
  answer.set(body, head.length + own.length)
  return answer
}

let dated = { second: 0, text: '' }

function httpDate(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() }
  return dated.text
}
