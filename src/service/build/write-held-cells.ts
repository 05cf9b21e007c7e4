import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { openHeldCellsWriter } from '../figures/figures-writer.ts'
import { heldCellsFile, heldCellsFingerprint } from '../figures/held-cells.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import listingCellsSql from './listing-cells.sql?raw'
import { ANY_DAY } from './listing-span.ts'

/**
 * Publishes the cells of all listings by one rename, unless they are published already. `days` changes with any listing.
 */
export async function writeHeldCells(
  session: DuckSession,
  { dataDir, files, days }: { dataDir: string; files: readonly string[]; days: readonly unknown[] },
): Promise<void> {
  const file = heldCellsFile(dataDir)
  const fingerprint = fingerprintOfDays(days)
  if (heldCellsFingerprint(dataDir) === fingerprint) return
  const draft = temporaryName(file)
  rmSync(draft, { force: true })
  try {
    const writer = openHeldCellsWriter(draft)
    writer.meta({ fingerprint })
    for await (const chunk of session.chunks(listingCellsSql, { files: literalPaths(files), ...ANY_DAY })) {
      writer.listingCell(chunk.getColumns() as Parameters<typeof writer.listingCell>[0])
    }
    writer.finish()
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the cells when there are no listings. */
export function dropHeldCells(dataDir: string): void {
  rmSync(heldCellsFile(dataDir), { force: true })
}

/** Changes with any listing of the days. */
export function fingerprintOfDays(days: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(days)).digest('hex')
}
