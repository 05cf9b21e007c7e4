import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { AsOf } from '../../domain/period.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { writeFactsFile } from '../figures/facts-file.ts'
import { type Columns, openFiguresWriter } from '../figures/figures-writer.ts'
import { FACTS_FILE, FIGURES_FILE, publishPeriod } from '../periods/period-folders.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { syncFile } from '../storage/sync-file.ts'
import { allDone } from './computing/all-done.ts'
import figureRowsSql from './figure-rows.sql?raw'
import listingCellsSql from './listing-cells.sql?raw'
import { yearBefore } from './listing-span.ts'

/** How a period was built, as its file states it. */
type PeriodFileMeta = Readonly<Record<string, unknown>> & { readonly fingerprint: string }

/** Writes the tables of `makeFigures` and publishes them as one folder; returns the number of figures. */
export async function writePeriod(
  session: DuckSession,
  period: { dir: string; asOf: AsOf; files: readonly string[]; meta: PeriodFileMeta },
): Promise<number> {
  const making = join(period.dir, temporaryName(period.asOf))
  rmSync(making, { recursive: true, force: true })
  makeFolder(making)
  try {
    const facts = join(making, FACTS_FILE)
    // The first runs mostly in this thread, the second in DuckDB.
    const [figures] = await allDone(
      writeFigures(session, join(making, FIGURES_FILE), period),
      writeFactsFile(session, facts),
    )
    syncFile(facts)
    publishPeriod(period.dir, period.asOf, making, { fingerprint: period.meta.fingerprint })
    return figures
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

async function writeFigures(
  session: DuckSession,
  file: string,
  { asOf, files, meta }: { asOf: AsOf; files: readonly string[]; meta: Readonly<Record<string, unknown>> },
): Promise<number> {
  const writer = openFiguresWriter(file)
  let figures = 0
  writer.meta(meta)
  for await (const chunk of session.chunks('SELECT lens, ad_sub_type, property_type, rooms FROM lens ORDER BY lens')) {
    writer.lens(columnsOf(chunk))
  }
  for await (const chunk of session.chunks(figureRowsSql)) {
    writer.figure(columnsOf(chunk))
    figures += chunk.rowCount
  }
  for await (const chunk of session.chunks(listingCellsSql, { files: literalPaths(files), ...yearBefore(asOf) })) {
    writer.listingCell(columnsOf(chunk))
  }
  writer.finish()
  return figures
}

function columnsOf(chunk: DuckDBDataChunk): Columns {
  return chunk.getColumns() as Columns
}
