import { gzipSync } from 'node:zlib'
import { encodeTile, TILE_FORMAT } from '../../contract/figure-tile.ts'
import { boughtAt, type StoredTile, unpackTile } from './stored-tile.ts'

/** A tile as it is sent to the page, with rounded figures. */
export interface SentTile {
  readonly etag: string
  /** When it was bought, as an HTTP date; null when unknown. */
  readonly lastModified: string | null
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

/** Encodes a held tile as `figure-tile.proto`. */
export function sentBytes(tile: StoredTile): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encodeTile(unpackTile(tile)))
}

/** Prepares a held tile for being sent any number of times. */
export function sentTile(tile: StoredTile): SentTile {
  const bytes = sentBytes(tile)
  return {
    etag: `${tile.etag}-${TILE_FORMAT}`,
    lastModified: boughtAt(tile)?.toUTCString() ?? null,
    bytes,
    gzip: Uint8Array.from(gzipSync(bytes, { level: 9 })),
  }
}
