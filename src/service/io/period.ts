import { join } from 'node:path'
import { z } from 'zod'
import { type Cell, cellFromBigInt, cellToBigInt } from '../../domain/cell.ts'
import type { AsOf } from '../../domain/period.ts'
import type { LensFilter } from '../core/lens-filter.ts'
import countriesSql from '../sql/period-countries.sql?raw'
import figuresSql from '../sql/period-figures.sql?raw'
import lensesSql from '../sql/period-lenses.sql?raw'
import listingCellSql from '../sql/period-listing-cell.sql?raw'
import metaSql from '../sql/period-meta.sql?raw'
import { jsonIds, openReadOnly } from './sqlite.ts'

/** What a cell's figures are, money in USD. */
export interface FigureRow {
  readonly cell: Cell
  readonly estimated: boolean
  readonly listings: number
  readonly median_price: number | null
  readonly median_price_per_sqm: number | null
  readonly median_area: number | null
  readonly average_price: number | null
}

/** How a period was built. */
export interface PeriodMeta {
  /** Share of listings cut off at each end. */
  readonly trim_pct: number
  /** Fewest listings of a cell, by resolution. */
  readonly min_listings_by_res: Readonly<Record<string, number>>
  /** Day of the rates by which the period was converted to USD. */
  readonly fx_date: string
  /** US dollars for one unit of each currency. */
  readonly usd_per_unit: Readonly<Record<string, number>>
}

/** One published period, open for reading. */
export interface Period {
  readonly version: string
  readonly as_of: AsOf
  readonly meta: PeriodMeta
  /** Path of figures.sqlite. */
  readonly figuresFile: string
  /** Path of facts.parquet. */
  readonly factsFile: string
  /** Countries with a listing in the 365 days before the label. */
  readonly countries: ReadonlySet<string>
  /** Property types that some listing of the period has. */
  readonly propertyTypes: readonly string[]
  /** The country of the listings in a cell of resolution 4 to 8; null when it holds none. */
  listingCountry(cell: Cell): string | null
  /** Published figures of those of the cells that have some, in the order given; prices are not filtered by. */
  figures(filter: Pick<LensFilter, 'ad_sub_type' | 'property_type' | 'rooms'>, cells: readonly Cell[]): FigureRow[]
  close(): void
}

const metaOf = z.object({
  trim_pct: z.number(),
  min_listings_by_res: z.record(z.string(), z.number()),
  fx_date: z.string(),
  usd_per_unit: z.record(z.string(), z.number().positive()),
})
const metaRows = z.array(z.object({ key: z.string(), value: z.string() }))
const lensRows = z.array(z.object({ id: z.int(), ad_sub_type: z.string(), property_type: z.string(), rooms: z.int() }))
const countryRows = z.array(z.object({ country: z.string() }))
const countryRow = z.object({ country: z.string() })

type RawFigure = [string, number, number, number | null, number | null, number | null, number | null]

/** Opens the period in a folder; throws when its files are not what a build writes. */
export function openPeriod(dir: string, as_of: AsOf, version: string): Period {
  const figuresFile = join(dir, 'figures.sqlite')
  const database = openReadOnly(figuresFile)
  const all = (sql: string) => database.prepare(sql).all([])
  const meta = metaRows.parse(all(metaSql)).map(({ key, value }) => [key, JSON.parse(value)] as const)
  const lenses = lensRows.parse(all(lensesSql))
  const figures = database.prepare<Record<string, unknown>>(figuresSql).raw()
  const listingCell = database.prepare<Record<string, unknown>>(listingCellSql)
  const types = new Set(lenses.map(({ property_type }) => property_type).filter((type) => type !== ''))

  return {
    version,
    as_of,
    meta: metaOf.parse(Object.fromEntries(meta)),
    figuresFile,
    factsFile: join(dir, 'facts.parquet'),
    countries: new Set(countryRows.parse(all(countriesSql)).map(({ country }) => country)),
    propertyTypes: [...types].sort(),
    listingCountry(cell) {
      const row = listingCell.get({ cell: cellToBigInt(cell).toString() })
      return countryRow.nullish().parse(row)?.country ?? null
    },
    figures({ ad_sub_type, property_type, rooms }, cells) {
      const lens = lenses.find(
        (held) =>
          held.ad_sub_type === ad_sub_type &&
          held.property_type === (property_type ?? '') &&
          held.rooms === (rooms ?? -1),
      )
      if (!lens) return []
      // Trusted as the build wrote it: a check of each of some thousand rows would cost more than reading them.
      const rows = figures.all({ lens: lens.id, cells: jsonIds(cells.map(cellToBigInt)) }) as RawFigure[]
      return rows.map(([cell, estimated, listings, price, perSqm, area, average]) => ({
        cell: cellFromBigInt(BigInt(cell)),
        estimated: estimated === 1,
        listings,
        median_price: price,
        median_price_per_sqm: perSqm,
        median_area: area,
        average_price: average,
      }))
    },
    close: () => void database.close(),
  }
}
