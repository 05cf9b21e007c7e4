import type { Cell } from '../../../domain/cell.ts'
import type { BoughtSlice } from '../../tiles/cut-answer.ts'
import { readStoredFigures, type StoredTile } from '../../tiles/stored-tile.ts'

/** Length of a tile's hash, which precedes its bytes. */
const ETAG = 22

/** Returns a tile in the form stored in Redis. */
export function tileBytes({ etag, gzip }: StoredTile): Buffer {
  return Buffer.concat([Buffer.from(etag.padEnd(ETAG), 'latin1'), gzip])
}

/** Reads a tile; null for none. */
export function readTile(parent: Cell, bytes: Buffer | null): StoredTile | null {
  if (bytes === null) return null
  return { parent, etag: bytes.toString('latin1', 0, ETAG).trimEnd(), gzip: Uint8Array.from(bytes.subarray(ETAG)) }
}

/**
 * Returns pieces of a tile in the form stored in Redis: one line for each, with the index of its first cell before its
 * figures.
 */
export function pieceLines(pieces: readonly BoughtSlice[]): string {
  return pieces.map(({ first, figures }) => `${first}\t${JSON.stringify(figures)}\n`).join('')
}

/** Reads the pieces of a tile; none for null. */
export function readPieces(parent: Cell, lines: string | null): BoughtSlice[] {
  const pieces = (lines ?? '').split('\n').filter((line) => line !== '')
  return pieces.map((line) => {
    const tab = line.indexOf('\t')
    return { parent, first: Number(line.slice(0, tab)), figures: readStoredFigures(line.slice(tab + 1)) }
  })
}
