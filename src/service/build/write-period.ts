import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBDataChunk, listValue } from '@duckdb/node-api'
import type { AsOf } from '../../domain/period.ts'
import type { DuckSession } from '../io/duck-session.ts'
import { openFiguresWriter, syncFile } from '../io/figures-writer.ts'
import { temporaryName } from '../io/leftovers.ts'
import factsFileSql from '../sql/build-facts-file.sql?raw'
import figureRowsSql from '../sql/build-figure-rows.sql?raw'
import listingCellsSql from '../sql/build-listing-cells.sql?raw'

type Row = (string | number | bigint | null)[]

/** Writes what `makeFigures` left in the session and publishes it as one folder; answers how many figures it holds. */
export async function writePeriod(
  session: DuckSession,
  period: { dir: string; asOf: AsOf; files: readonly string[]; meta: Readonly<Record<string, unknown>> },
): Promise<number> {
  const making = join(period.dir, temporaryName(period.asOf))
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  try {
    const figures = await writeFigures(session, join(making, 'figures.sqlite'), period)
    await session.run(factsFileSql, { file: join(making, 'facts.parquet') })
    syncFile(join(making, 'facts.parquet'))
    publish(making, join(period.dir, period.asOf))
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
    writer.lens(rowsOf(chunk))
  }
  for await (const chunk of session.chunks(figureRowsSql)) {
    writer.figure(rowsOf(chunk))
    figures += chunk.rowCount
  }
  for await (const chunk of session.chunks(listingCellsSql, { files: listValue(files), as_of: asOf })) {
    writer.listingCell(rowsOf(chunk))
  }
  writer.finish()
  return figures
}

function rowsOf(chunk: DuckDBDataChunk): Row[] {
  return chunk.getRows() as Row[]
}

/** A folder cannot be renamed over another, so a period that is built anew is out of sight between two renames. */
function publish(made: string, place: string): void {
  const old = temporaryName(`${place}.old`)
  try {
    renameSync(place, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  renameSync(made, place)
  rmSync(old, { recursive: true, force: true })
}
