import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { z } from 'zod'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import { createFileFaults, type FaultLog, FileUnreadable, readWatched } from '../../server/storage/file-faults.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { requireOwnTables } from '../../server/storage/own-tables.ts'
import { openReadOnly, type SqliteDatabase } from '../storage/sqlite.ts'
import type { FigureStore } from './figure-store.ts'
import statementsSql from './listing-cell-statements.sql?raw'

const STATEMENTS = namedStatements('figures/listing-cell-statements.sql', statementsSql, [
  'countries',
  'listingCell',
  'fingerprint',
])

/** The cells with listings of any age. */
export interface HeldCells {
  /** Changes when the listings do. */
  readonly version: string
  /** Path of an SQLite file with the table `listing_cell`. */
  readonly file: string
  /** Countries with a listing. */
  readonly countries: ReadonlySet<string>
  /** The country of the listings in a cell of resolution 4 to 8; null when it has none. */
  countryOf(cell: Cell): string | null
}

/** Provides the current cells; null when there are no listings. */
export interface HeldCellStore {
  current(): HeldCells | null
  /** True while the file cannot be read. */
  isDegraded(): boolean
  close(): void
}

const CELL_TABLES = { of: 'cells with listings', first: ['meta', 'listing_cell'], form: 0 }

const countryRows = z.array(z.object({ country: z.string() }))
const countryRow = z.object({ country: z.string() }).nullish()

/** How often the file is looked at, at most. */
const LOOK_EVERY_MS = 1_000

/** Where a build publishes the cells of all listings. */
export function heldCellsFile(dataDir: string): string {
  return join(dataDir, 'service', 'held-cells.sqlite')
}

/**
 * Reads DATA_DIR/service/held-cells.sqlite and notices when it is replaced. Until the first build of this version writes
 * it, the newest period's own cells stand in, which are those of its last year. When the file cannot be read, this is
 * logged once and the cells read before stay in use; if there are none, methods throw `FileUnreadable`.
 */
export function openHeldCells(dataDir: string, figures: FigureStore, log: FaultLog | null = null): HeldCellStore {
  const own = heldCellsFile(dataDir)
  const faults = createFileFaults(log)
  let open: { cells: HeldCells; database: SqliteDatabase } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    const file = statSync(own, { throwIfNoEntry: false }) ? own : (figures.newest()?.figuresFile ?? null)
    const version = file === null ? null : versionOf(file)
    if (version === (open?.cells.version ?? null)) return faults.end(own)
    const before = open
    open = file === null || version === null ? null : readWatched(faults, file, () => openCells(file, version))
    before?.database.close()
  }
  const keepUp = () => {
    try {
      look()
    } catch (error) {
      if (open === null || !(error instanceof FileUnreadable)) throw error
    }
  }
  return {
    current() {
      if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = performance.now()
        keepUp()
      }
      const [fault] = faults.files()
      if (open === null && fault !== undefined) throw new FileUnreadable(`${fault} cannot be read`)
      return open?.cells ?? null
    },
    isDegraded: () => faults.files().length > 0,
    close: () => open?.database.close(),
  }
}

function versionOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [file, stat.ino, stat.mtimeMs, stat.size].join('-') : null
}

function openCells(file: string, version: string): { cells: HeldCells; database: SqliteDatabase } {
  const database = openReadOnly(file)
  try {
    requireOwnTables(database, CELL_TABLES)
    return { cells: cellsOf(database, file, version), database }
  } catch (error) {
    database.close()
    throw error
  }
}

function cellsOf(database: SqliteDatabase, file: string, version: string): HeldCells {
  const listingCell = database.prepare<Record<string, unknown>>(STATEMENTS.listingCell)
  const rows = countryRows.parse(database.prepare(STATEMENTS.countries).all([]))
  return {
    version,
    file,
    countries: new Set(rows.map(({ country }) => country)),
    countryOf: (cell) => countryRow.parse(listingCell.get({ cell: cellToBigInt(cell).toString() }))?.country ?? null,
  }
}

/** The fingerprint in the published file; null when there is none, or it cannot be read and has to be written again. */
export function heldCellsFingerprint(dataDir: string): string | null {
  const file = heldCellsFile(dataDir)
  if (!existsSync(file)) return null
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const row = database.prepare(STATEMENTS.fingerprint).get([]) as { value: string } | undefined
      return row ? JSON.parse(row.value) : null
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
