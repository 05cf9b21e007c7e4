import { LRUCache } from 'lru-cache'
import { TILE_FORMAT, TILE_MEDIA_TYPE } from '../../contract/figure-tile.ts'
import type { Cell } from '../../domain/cell.ts'
import { BASE_CURRENCY } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { SentTile } from '../tiles/sent-tile.ts'

/** Bytes that the tiles kept ready may take, all counted. */
const HOT_BYTES = 64 * 1024 * 1024
/** Bytes for the objects of an entry beside its texts and bodies, by a generous guess. */
const ENTRY_BYTES = 1_024

/** A tile as it was asked for, every part read and none as it stood in the address. */
export interface TileName {
  readonly edition: EditionName
  readonly parent: Cell
  /** What `ledgerName` says of the ledger that is meant. */
  readonly ledger: string
}

/** What is answered to a request for a tile. */
export interface TileAnswer {
  readonly etag: string
  /** Of every answer, 304 included. */
  readonly headers: Readonly<Record<string, string>>
  readonly plain: TileBody
  readonly gzip: TileBody
}

interface TileBody {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** The answers of tiles that were sent lately. */
export interface HotTiles {
  get(name: TileName): TileAnswer | undefined
  set(name: TileName, answer: TileAnswer): void
  /** Tiles kept, and the bytes that they count for. */
  held(): { tiles: number; bytes: number }
}

/** Keeps the tiles sent last, as many as fit into `maxBytes`. */
export function createHotTiles(maxBytes = HOT_BYTES): HotTiles {
  const answers = new LRUCache<string, TileAnswer>({ maxSize: maxBytes, sizeCalculation: weigh })
  return {
    get: (name) => answers.get(keyOf(name)),
    set: (name, answer) => void answers.set(keyOf(name), answer),
    held: () => ({ tiles: answers.size, bytes: answers.calculatedSize }),
  }
}

/** By what name the tiles of a ledger stay true for ever: another ledger, or another way to write tiles, has another. */
export function ledgerName(generation: string): string {
  return `${generation}.${TILE_FORMAT}`
}

/** The answer for a tile; `caching` is its Cache-Control. */
export function tileAnswer({ etag, lastModified, bytes, gzip }: SentTile, caching: string): TileAnswer {
  const headers = {
    'cache-control': caching,
    vary: 'Accept-Encoding',
    // Weak, for the compressed and the plain form share it.
    etag: `W/"${etag}"`,
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
  }
  const typed = { ...headers, 'content-type': TILE_MEDIA_TYPE }
  const bodyOf = (body: Uint8Array<ArrayBuffer>, more: Record<string, string>): TileBody => ({
    headers: { ...typed, 'content-length': String(body.byteLength), ...more },
    body,
  })
  return { etag, headers, plain: bodyOf(bytes, {}), gzip: bodyOf(gzip, { 'content-encoding': 'gzip' }) }
}

/** Of what was read alone, so that nothing else in an address makes another entry. */
function keyOf({ edition: { as_of, lens, resolution, currency }, parent, ledger }: TileName): string {
  return `${as_of} ${lens} ${resolution} ${currency ?? BASE_CURRENCY} ${parent} ${ledger}`
}

/** Bytes of all that an entry holds, two for each character. */
function weigh({ etag, headers, plain, gzip }: TileAnswer, key: string): number {
  const texts = [key, etag, ...[headers, plain.headers, gzip.headers].flatMap((each) => Object.entries(each).flat())]
  return ENTRY_BYTES + 2 * texts.join('').length + plain.body.byteLength + gzip.body.byteLength
}
