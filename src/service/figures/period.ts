import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Cell, cellToBigInt, parseCell } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import { FileUnreadable } from '../../server/storage/file-faults.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { FACTS_FILE, FIGURES_FILE, revisionName } from '../periods/period-folders.ts'
import { openReadOnly } from '../storage/sqlite.ts'
import { type CellRun, cellRuns } from './cell-runs.ts'
import type { LensFilter } from './lens-filter.ts'
import cellStatementsSql from './listing-cell-statements.sql?raw'
import figuresSql from './period-figures.sql?raw'
import statementsSql from './period-statements.sql?raw'

const STATEMENTS = namedStatements('figures/period-statements.sql', statementsSql, ['meta', 'lenses'])
const CELL_STATEMENTS = namedStatements('figures/listing-cell-statements.sql', cellStatementsSql, [
  'countries',
  'listingCell',
  'fingerprint',
])

/** The figures of a cell, money in USD. */
export interface FigureRow {
  readonly cell: Cell
  readonly estimated: boolean
  readonly listings: number
  readonly median_price: number | null
  readonly median_price_per_sqm: number | null
  readonly median_area: number | null
  readonly average_price: number | null
}

/** Where a map of a period should open. */
export interface FirstView {
  /** The densest cell, at the finest resolution at which there are enough figures for a view. */
  readonly h3: Cell
  readonly ad_sub_type: 'buy' | 'rent'
  readonly country: string
  /** The currency of most listings there. */
  readonly currency: string
}

/** How a period was built. */
export interface PeriodMeta {
  /** Share of listings cut off at each end. */
  readonly trim_pct: number
  /** Fewest listings per cell, by resolution. */
  readonly min_listings_by_res: Readonly<Record<string, number>>
  /** Day of the newest rate used to convert the period to USD. */
  readonly fx_date: string
  /** Day of each currency's own rate; periods of earlier versions lack it. */
  readonly fx_dates?: Readonly<Record<string, string>> | undefined
  /** US dollars for one unit of each currency. */
  readonly usd_per_unit: Readonly<Record<string, number>>
  /** Present when rates were used however far from their day they were. */
  readonly rates_any_age?: boolean | undefined
  /** Null without figures; periods of earlier versions lack it. */
  readonly first_view?: FirstView | null | undefined
}

/** At once from a file, later from a database elsewhere. */
type MaybeLater<T> = T | Promise<T>

/** One published period, open for reading. */
export interface Period {
  readonly version: string
  readonly as_of: AsOf
  /** Identifies the period's content: figures that were built again have another revision. */
  readonly revision: string
  readonly meta: PeriodMeta
  /**
   * Path of an SQLite file with the tables of figures.sqlite, at least the cells that have figures with any type and any
   * number of rooms; null when the store has none of this period.
   */
  readonly figuresFile: string | null
  /** Where a store keeps the period's listings: the path of facts.duckdb, or a name of its own. */
  readonly facts: string
  /** Countries with a listing in the 365 days before the label. */
  readonly countries: ReadonlySet<string>
  /** Property types of the period's listings. */
  readonly propertyTypes: readonly string[]
  /** The countries of the listings in cells of resolution 4 to 8, in their order; null where a cell has none. */
  listingCountries(cells: readonly Cell[]): MaybeLater<readonly (string | null)[]>
  /**
   * Published figures, without a price filter, of those cells that have any. All cells must have one resolution. Rows
   * are in the order of `cells`; ascending order is fastest.
   */
  figures(
    filter: Pick<LensFilter, 'ad_sub_type' | 'property_type' | 'rooms'>,
    cells: readonly Cell[],
  ): MaybeLater<FigureRow[]>
  close(): void
}

const cellText = z.string().transform((text, context) => {
  const cell = parseCell(text)
  if (cell !== null) return cell
  context.addIssue(`expected an H3 cell, found "${text}"`)
  return z.NEVER
})
const metaOf = z.object({
  trim_pct: z.number(),
  min_listings_by_res: z.record(z.string(), z.number()),
  fx_date: z.string(),
  fx_dates: z.record(z.string(), z.string()).optional(),
  usd_per_unit: z.record(z.string(), z.number().positive()),
  rates_any_age: z.boolean().optional(),
  first_view: z
    .object({ h3: cellText, ad_sub_type: z.enum(['buy', 'rent']), country: z.string(), currency: z.string() })
    .nullish(),
})
/** Parses how a period was built, from the values of a store. Throws on anything else. */
export function parsePeriodMeta(values: unknown): PeriodMeta {
  return metaOf.parse(values)
}

const metaRows = z.array(z.object({ key: z.string(), value: z.string() }))
const lensRows = z.array(z.object({ id: z.int(), ad_sub_type: z.string(), property_type: z.string(), rooms: z.int() }))
const countryRows = z.array(z.object({ country: z.string() }))
const countryRow = z.object({ country: z.string() }).nullish()

/** A period in a folder, which is read at once. */
export interface FilePeriod extends Period {
  readonly figuresFile: string
  listingCountries(cells: readonly Cell[]): readonly (string | null)[]
  figures(...by: Parameters<Period['figures']>): FigureRow[]
}

type Amount = number | null
type RawFigure = [offset: number, counted: number, price: Amount, perSqm: Amount, area: Amount, average: Amount]

/** The figures of the period that should be served cannot be read. */
export class FiguresUnreadable extends FileUnreadable {
  override readonly name = 'FiguresUnreadable'
}

/** A period's folder no longer exists, because the period was rebuilt. */
export class PeriodGone extends Error {
  override readonly name = 'PeriodGone'
}

/**
 * Opens the period in a folder, which is not removed while it is open. Throws when its files are not what a build
 * writes, and `PeriodGone` when they do not exist.
 */
export function openPeriod(dir: string, as_of: AsOf, version: string): FilePeriod {
  const figuresFile = join(dir, FIGURES_FILE)
  const factsFile = join(dir, FACTS_FILE)
  if (!existsSync(figuresFile)) throw new PeriodGone(`${dir} no longer exists`)
  const database = openReadOnly(figuresFile)
  const all = (sql: string) => database.prepare(sql).all([])
  // The first read takes a shared lock that lasts until close, so that `removeReplaced` leaves both files alone.
  database.exec('BEGIN')
  const meta = metaRows.parse(all(STATEMENTS.meta)).map(({ key, value }) => [key, JSON.parse(value)] as const)
  if (!existsSync(factsFile)) {
    database.exec('ROLLBACK')
    database.close()
    throw new PeriodGone(`${factsFile} no longer exists`)
  }
  const revision = revisionName(dir) ?? version
  const lenses = lensRows.parse(all(STATEMENTS.lenses))
  const figures = database.prepare<Record<string, unknown>>(figuresSql).raw()
  const listingCell = database.prepare<Record<string, unknown>>(CELL_STATEMENTS.listingCell)
  const types = new Set(lenses.map(({ property_type }) => property_type).filter((type) => type !== ''))
  let countries: Set<string> | null = null

  return {
    version,
    as_of,
    revision,
    meta: parsePeriodMeta(Object.fromEntries(meta)),
    figuresFile,
    facts: factsFile,
    // Computed on demand: it reads every cell, and is rarely needed for older periods.
    get countries() {
      countries ??= new Set(countryRows.parse(all(CELL_STATEMENTS.countries)).map(({ country }) => country))
      return countries
    },
    propertyTypes: [...types].sort(),
    listingCountries: (cells) =>
      cells.map((cell) => {
        const row = listingCell.get({ cell: cellToBigInt(cell).toString() })
        return countryRow.parse(row)?.country ?? null
      }),
    figures({ ad_sub_type, property_type, rooms }, cells) {
      const lens = lenses.find(
        (held) =>
          held.ad_sub_type === ad_sub_type &&
          held.property_type === (property_type ?? '') &&
          held.rooms === (rooms ?? -1),
      )
      if (!lens) return []
      return cellRuns(cells).flatMap((run) => {
        const ends = { first: cellToBigInt(run.cells[0]), last: cellToBigInt(run.cells.at(-1) ?? run.cells[0]) }
        return figuresOfRun(run, figures.all({ lens: lens.id, ...ends }) as RawFigure[])
      })
    },
    close() {
      // Without this, the lock would last until the statements are garbage-collected.
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

/** Picks the run's cells from the rows of its range. Rows are not checked: that would cost more than reading them. */
function figuresOfRun({ cells, offsets }: CellRun, rows: readonly RawFigure[]): FigureRow[] {
  const found: FigureRow[] = []
  let next = 0
  for (const [offset, counted, price, perSqm, area, average] of rows) {
    while ((offsets[next] ?? offset) < offset) next++
    const cell = offsets[next] === offset ? cells[next] : undefined
    if (cell === undefined) continue
    found.push({
      cell,
      estimated: counted % 2 === 1,
      listings: Math.floor(counted / 2),
      median_price: price,
      median_price_per_sqm: perSqm,
      median_area: area,
      average_price: average,
    })
  }
  return found
}
