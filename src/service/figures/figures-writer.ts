import Database from 'libsql'
import { syncFile } from '../storage/sync-file.ts'
import figuresSql from './figures.sql?raw'
import heldCellsSql from './held-cells.sql?raw'

type SqlValue = string | number | bigint | null

/** Rows of a table, as one array of values per column. */
export type Columns = readonly (readonly SqlValue[])[]

/** Writes the tables of a period's figures.sqlite; add rows in the order of the primary keys. */
export interface FiguresWriter {
  /** Values are stored as JSON. */
  meta(values: Readonly<Record<string, unknown>>): void
  lens(columns: Columns): void
  figure(columns: Columns): void
  listingCell(columns: Columns): void
  /** Completes the file and waits for the disk. */
  finish(): void
}

/** Rows per INSERT; calls into SQLite cost more than rows. */
const BATCH = 40

/** Creates a new figures.sqlite, which nobody reads until it is finished and published. */
export function openFiguresWriter(file: string): FiguresWriter {
  const { database, ...writer } = openWriter(file, figuresSql)
  return { ...writer, lens: inserter(database, 'lens', 4), figure: inserter(database, 'figure', 8) }
}

/** The tables of a figures.sqlite without any rows, in memory. */
export function openEmptyFigures(): Database.Database {
  const database = new Database(':memory:')
  database.exec(figuresSql)
  return database
}

/** Creates a new held-cells.sqlite in the same way. */
export function openHeldCellsWriter(file: string): Pick<FiguresWriter, 'meta' | 'listingCell' | 'finish'> {
  const { database: _, ...writer } = openWriter(file, heldCellsSql)
  return writer
}

function openWriter(file: string, tablesSql: string) {
  const database = new Database(file)
  // An unfinished file is thrown away, so it needs no journal.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  database.exec(tablesSql)
  database.exec('BEGIN')
  const insertMeta = inserter(database, 'meta', 2)
  return {
    database,
    meta(values: Readonly<Record<string, unknown>>) {
      const rows = Object.entries(values)
      insertMeta([rows.map(([key]) => key), rows.map(([, value]) => JSON.stringify(value))])
    },
    listingCell: inserter(database, 'listing_cell', 2),
    finish() {
      database.exec('COMMIT')
      database.close()
      syncFile(file)
    },
  }
}

/**
 * Returns a function that inserts columns as rows. Calls share an array of parameters, because creating one is expensive.
 */
function inserter(database: Database.Database, table: string, width: number): (columns: Columns) => void {
  const statement = (rows: number) => {
    const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
    return database.prepare(`INSERT INTO ${table} VALUES ${Array.from({ length: rows }, () => row).join(', ')}`)
  }
  const inserts = [BATCH, 1].map((rows) => ({
    rows,
    insert: statement(rows),
    values: new Array<SqlValue>(rows * width),
  }))
  return (columns) => {
    const total = columns[0]?.length ?? 0
    let done = 0
    for (const { rows, insert, values } of inserts) {
      for (; total - done >= rows; done += rows) {
        for (let column = 0; column < width; column++) {
          const from = columns[column] ?? []
          for (let row = 0; row < rows; row++) values[row * width + column] = from[done + row] ?? null
        }
        insert.run(values)
      }
    }
  }
}
