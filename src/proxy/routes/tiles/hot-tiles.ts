import { LRUCache } from 'lru-cache'
import { TILE_MEDIA_TYPE } from '../../../contract/figure-tile.ts'
import type { Cell } from '../../../domain/cell.ts'
import { BASE_CURRENCY } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { SentTile } from '../../tiles/sent-tile.ts'

/** The most memory that the cached tiles may take, in bytes, overhead included. */
const HOT_BYTES = 64 * 1024 * 1024
/** Generous estimate of an entry's overhead beside its texts and bodies, in bytes. */
const ENTRY_BYTES = 1_024

/** A requested tile; every part is parsed, none is raw text from the address. */
export interface TileName {
  readonly edition: EditionName
  readonly parent: Cell
  /** The requested ledger's name, as `ledgerName` returns it. */
  readonly ledger: string
}

/** The response to a request for a tile. */
export interface TileAnswer {
  readonly etag: string
  /** Sent with every response, 304 included. */
  readonly headers: Readonly<Record<string, string>>
  readonly plain: TileBody
  readonly gzip: TileBody
}

interface TileBody {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** The responses for recently sent tiles. */
export interface HotTiles {
  get(name: TileName): TileAnswer | undefined
  set(name: TileName, answer: TileAnswer): void
  /** The number of cached tiles, and the bytes that they take. */
  held(): { tiles: number; bytes: number }
}

/** Keeps as many recently sent tiles as fit into `maxBytes`. */
export function createHotTiles(maxBytes = HOT_BYTES): HotTiles {
  const answers = new LRUCache<string, TileAnswer>({ maxSize: maxBytes, sizeCalculation: weigh })
  return {
    get: (name) => answers.get(keyOf(name)),
    set: (name, answer) => void answers.set(keyOf(name), answer),
    held: () => ({ tiles: answers.size, bytes: answers.calculatedSize }),
  }
}

/** Returns the response for a tile; `caching` is its Cache-Control. */
export function tileAnswer({ etag, lastModified, bytes, gzip }: SentTile, caching: string): TileAnswer {
  const headers = {
    'cache-control': caching,
    vary: 'Accept-Encoding',
    // Weak, because the compressed and the plain form share it.
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

/** Uses only parsed values, so that nothing else in an address creates another entry. */
function keyOf({ edition: { as_of, lens, resolution, currency }, parent, ledger }: TileName): string {
  return `${as_of} ${lens} ${resolution} ${currency ?? BASE_CURRENCY} ${parent} ${ledger}`
}

/** Returns the bytes that an entry takes, counting two for each character. */
function weigh({ etag, headers, plain, gzip }: TileAnswer, key: string): number {
  const texts = [key, etag, ...[headers, plain.headers, gzip.headers].flatMap((each) => Object.entries(each).flat())]
  return ENTRY_BYTES + 2 * texts.join('').length + plain.body.byteLength + gzip.body.byteLength
}
