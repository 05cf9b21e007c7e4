import { gzipSync } from 'node:zlib'
import { encodeTile, TILE_FORMAT } from '../../contract/figure-tile.ts'
import { type StoredTile, unpackTile } from './stored-tile.ts'

/** A tile in the form in which it is sent, which rounds what is kept. */
export interface SentTile {
  readonly etag: string
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
  return { etag: `${tile.etag}-${TILE_FORMAT}`, bytes, gzip: Uint8Array.from(gzipSync(bytes, { level: 9 })) }
}
