import { closeSync, fsyncSync, openSync } from 'node:fs'
import Database from 'libsql'
import figuresSql from '../sql/figures.sql?raw'

type SqlValue = string | number | bigint | null

/** The tables of a period's figures.sqlite; rows come in the order of its primary keys. */
export interface FiguresWriter {
  /** Values are stored as JSON. */
  meta(values: Readonly<Record<string, unknown>>): void
  lens(rows: readonly (readonly SqlValue[])[]): void
  figure(rows: readonly (readonly SqlValue[])[]): void
  listingCell(rows: readonly (readonly SqlValue[])[]): void
  /** Completes the file and waits for the disk. */
  finish(): void
}

/** Rows in one INSERT: calls into SQLite cost more than the rows. */
const BATCH = 40

/** Starts a new figures.sqlite, which nobody reads before it is finished and moved to its place. */
export function openFiguresWriter(file: string): FiguresWriter {
  const database = new Database(file)
  // A file left half written is thrown away, so it needs no journal.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  database.exec(figuresSql)
  database.exec('BEGIN')
  const inserter = (table: string, columns: number) => {
    const statement = (rows: number) => {
      const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
      return database.prepare(`INSERT INTO ${table} VALUES ${Array.from({ length: rows }, () => row).join(', ')}`)
    }
    const one = statement(1)
    const many = statement(BATCH)
    return (rows: readonly (readonly SqlValue[])[]) => {
      const whole = rows.length - (rows.length % BATCH)
      for (let i = 0; i < whole; i += BATCH) many.run(rows.slice(i, i + BATCH).flat())
      for (const row of rows.slice(whole)) one.run([...row])
    }
  }
  const insertMeta = inserter('meta', 2)
  return {
    meta: (values) => insertMeta(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])),
    lens: inserter('lens', 4),
    figure: inserter('figure', 8),
    listingCell: inserter('listing_cell', 2),
    finish() {
      database.exec('COMMIT')
      database.close()
      syncFile(file)
    },
  }
}

/** Waits until a file's bytes are on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
