import { gzipSync } from 'node:zlib'
import { encodeTile, TILE_FORMAT } from '../../contract/figure-tile.ts'
import { boughtAt, type StoredTile, unpackTile } from './stored-tile.ts'

/** A tile in the form in which it is sent, which rounds what is kept. */
export interface SentTile {
  readonly etag: string
  /** When it was bought, as HTTP writes dates; null where that is not known. */
  readonly lastModified: string | null
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

/** The bytes of `figure-tile.proto` for a tile that is held. */
export function sentBytes(tile: StoredTile): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encodeTile(unpackTile(tile)))
}

/** A held tile made ready to be sent any number of times. */
export function sentTile(tile: StoredTile): SentTile {
  const bytes = sentBytes(tile)
  return {
    etag: `${tile.etag}-${TILE_FORMAT}`,
    lastModified: boughtAt(tile)?.toUTCString() ?? null,
    bytes,
    gzip: Uint8Array.from(gzipSync(bytes, { level: 9 })),
  }
}
