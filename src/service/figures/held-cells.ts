import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import { namedStatements } from '../../server/named-statements.ts'
import { openReadOnly, type SqliteDatabase } from '../storage/sqlite.ts'
import type { FigureStore } from './figure-store.ts'
import statementsSql from './listing-cell-statements.sql?raw'

const STATEMENTS = namedStatements('figures/listing-cell-statements.sql', statementsSql, ['countries', 'listingCell'])

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
  close(): void
}

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
 * it, the newest period's own cells stand in, which are those of its last year.
 */
export function openHeldCells(dataDir: string, figures: FigureStore): HeldCellStore {
  const own = heldCellsFile(dataDir)
  let open: { cells: HeldCells; database: SqliteDatabase } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    const file = statSync(own, { throwIfNoEntry: false }) ? own : (figures.newest()?.figuresFile ?? null)
    const version = file === null ? null : versionOf(file)
    if (version === (open?.cells.version ?? null)) return
    open?.database.close()
    open = file === null || version === null ? null : openCells(file, version)
  }
  return {
    current() {
      if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = performance.now()
        look()
      }
      return open?.cells ?? null
    },
    close: () => open?.database.close(),
  }
}

function versionOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [file, stat.ino, stat.mtimeMs, stat.size].join('-') : null
}

function openCells(file: string, version: string): { cells: HeldCells; database: SqliteDatabase } {
  const database = openReadOnly(file)
  const listingCell = database.prepare<Record<string, unknown>>(STATEMENTS.listingCell)
  const rows = countryRows.parse(database.prepare(STATEMENTS.countries).all([]))
  const cells: HeldCells = {
    version,
    file,
    countries: new Set(rows.map(({ country }) => country)),
    countryOf: (cell) => countryRow.parse(listingCell.get({ cell: cellToBigInt(cell).toString() }))?.country ?? null,
  }
  return { cells, database }
}
