import { DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type Cell, cellFromBigInt, cellToDecimal, type Resolution, trustCell } from '../../domain/cell.ts'
import { nextTurn } from '../../server/turns.ts'
import { type FactsFile, type FactsQuery, openFactsFile } from './facts-file.ts'
import { idRangesAround } from './id-ranges.ts'
import type { LensFilter } from './lens-filter.ts'
import type { FigureRow, Period } from './period.ts'
import pricedFiguresSql from './priced-figures.sql?raw'

/** Computes figures from a period's listings, for filters that published figures do not cover. */
export interface PricedFigures {
  /** Like `Period.figures`, for listings within the filter's price range; all cells have the given resolution. */
  figures(period: Period, filter: LensFilter, cells: readonly Cell[], resolution: Resolution): Promise<FigureRow[]>
  close(): void
}

/** Periods whose listings stay open: a map needs one period, a history several. */
const FILES_OPEN = 4
/** Queries at once: as many as Node has threads for. */
const QUERIES_AT_ONCE = 4

/** Cells of one query: writing it and reading its rows takes some milliseconds of the event loop. */
const CELLS_AT_ONCE = 1_500

type Amount = number | null
type Row = [cell: bigint, estimated: boolean, listings: number, Amount, Amount, Amount, Amount]

// Otherwise a whole-number price would be bound as an integer, and one of twenty digits would fail.
const TYPES = { min_price: DOUBLE, max_price: DOUBLE, property_type: VARCHAR, rooms: INTEGER }

/** Starts with nothing open. */
export function openPricedFigures(): PricedFigures {
  const files = new LRUCache<string, Promise<FactsFile>>({
    max: FILES_OPEN,
    // A file that could not be opened has already failed its query.
    dispose: (opening) => void opening.then((file) => file.close()).catch(() => {}),
  })
  const queue = pLimit(QUERIES_AT_ONCE)
  const open = (path: string) => {
    const opening = openFactsFile(path)
    files.set(path, opening)
    opening.catch(() => files.delete(path))
    return opening
  }
  return {
    figures: (period, filter, cells, resolution) =>
      queue(async () => {
        if (cells.length === 0) return []
        const { factsFile } = period
        const floor = period.meta.min_listings_by_res[resolution] ?? 1
        const found: FigureRow[] = []
        for (let first = 0; first < cells.length; first += CELLS_AT_ONCE) {
          if (first > 0) await nextTurn()
          // It may have been closed since the last query, for another period.
          const facts = await (files.get(factsFile) ?? open(factsFile))
          const some = cells.slice(first, first + CELLS_AT_ONCE)
          // Not checked: that would cost as much as computing the rows.
          const rows = (await facts.rows(pricedQuery(filter, some, { resolution, floor }))) as Row[]
          for (const row of rows) found.push(figureRowOf(row))
        }
        return found
      }),
    close: () => files.clear(),
  }
}

/** The query on facts.duckdb for the figures of cells with at least `floor` listings, own or pooled. */
export function pricedQuery(
  filter: LensFilter,
  cells: readonly Cell[],
  { resolution, floor }: { resolution: Resolution; floor: number },
): FactsQuery {
  const disks = cells.map((cell) => gridDisk(cell, 1).map(trustCell))
  const members = [...new Set(disks.flat())]
  const decimals = new Map(members.map((member) => [member, cellToDecimal(member)]))
  const ranges = idRangesAround(members).map(([first, last]) => `FROM fact WHERE cell BETWEEN ${first} AND ${last}`)
  return {
    sql: pricedFiguresSql.replace('{facts}', ranges.join(' UNION ALL ')),
    parameters: {
      wanted: cells.flatMap((cell, i) => Array.from(disks[i] ?? [], () => decimals.get(cell))).join(),
      members: disks.flatMap((disk) => disk.map((member) => decimals.get(member))).join(),
      resolution,
      floor,
      ad_sub_type: filter.ad_sub_type,
      property_type: filter.property_type,
      rooms: filter.rooms,
      min_price: filter.min_price_usd,
      max_price: filter.max_price_usd,
    },
    types: TYPES,
  }
}

function figureRowOf([id, estimated, listings, price, perSqm, area, average]: Row): FigureRow {
  return {
    cell: cellFromBigInt(id),
    estimated,
    listings,
    median_price: price,
    median_price_per_sqm: perSqm,
    median_area: area,
    average_price: average,
  }
}
