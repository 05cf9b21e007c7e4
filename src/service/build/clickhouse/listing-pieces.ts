import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckSession } from '../../storage/duck-session.ts'
import { temporaryName } from '../../storage/leftovers.ts'
import { literalPaths } from '../../storage/literal-path.ts'
import listingPieceSql from './listing-piece.sql?raw'

/**
 * How files are cut into pieces: the session that cuts them, the folder for pieces that are being sent, and the listings in
 * each piece.
 */
export interface Cutter {
  readonly session: DuckSession
  readonly folder: string
  readonly listingsAtOnce: number
}

/**
 * Hands over a file of Parquet in pieces, one after the other: a server holds all of a file that is sent to it in memory,
 * because Parquet is read from its end. A small file is used as it is.
 */
export async function inPieces(
  path: string,
  { session, folder, listingsAtOnce }: Cutter,
  use: (piece: string) => Promise<void>,
): Promise<void> {
  const file = literalPaths([path])
  const [counted] = await session.rows<{ listings: number }>(
    'SELECT count(*)::INTEGER AS listings FROM read_parquet($file, hive_partitioning = false)',
    { file },
  )
  const listings = counted?.listings ?? 0
  if (listings <= listingsAtOnce) return use(path)
  const piece = join(folder, temporaryName('listings-piece'))
  try {
    for (let first = 0; first < listings; first += listingsAtOnce) {
      await session.run(listingPieceSql, { file, first, end: first + listingsAtOnce, piece })
      await use(piece)
    }
  } finally {
    rmSync(piece, { force: true })
  }
}
