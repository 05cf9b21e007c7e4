import { DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { type Cell, cellFromBigInt, cellToDecimal, type Resolution, trustCell } from '../../domain/cell.ts'
import type { FaultLog } from '../../server/file-faults.ts'
import { createSeats } from '../../server/seats.ts'
import { createShortQueue } from '../../server/short-queue.ts'
import { nextTurn } from '../../server/turns.ts'
import type { FactsQuery } from './facts-file.ts'
import { createFactsFiles } from './facts-files.ts'
import { idRangesAround } from './id-ranges.ts'
import type { LensFilter } from './lens-filter.ts'
import type { FigureRow, Period } from './period.ts'
import pricedFiguresSql from './priced-figures.sql?raw'

/** On whose behalf figures are computed. */
export interface Asker {
  readonly account: number
  /** Aborted when nobody waits any more; only called where that matters, because creating it takes time. */
  signal(): AbortSignal
}

/** Computes figures from a period's listings, for filters that published figures do not cover. */
export interface PricedFigures {
  /**
   * Like `Period.figures`, for listings within the filter's price range; all cells have the given resolution. Rejects with
   * `Overloaded` when too much waits, with `Gone` when nobody does any more, and with `FileUnreadable`.
   */
  figures(
    period: Period,
    filter: LensFilter,
    cells: readonly Cell[],
    { resolution, asker }: { resolution: Resolution; asker: Asker },
  ): Promise<FigureRow[]>
  /** True while a period's listings cannot be read. Tries again what has changed. */
  isDegraded(): boolean
  close(): void
}

/** Queries at once: as many as Node has threads for. */
const QUERIES = { atOnce: 4, waiting: 124 }
/** One account may have a quarter of them; the rest is kept for others. */
const SEATS = { inAll: QUERIES.atOnce + QUERIES.waiting, perClient: 32, retryAfter: 5 }

/** Cells of one query: writing it and reading its rows takes some milliseconds of the event loop. */
const CELLS_AT_ONCE = 1_500

type Amount = number | null
type Row = [cell: bigint, estimated: boolean, listings: number, Amount, Amount, Amount, Amount]

// Otherwise a whole-number price would be bound as an integer, and one of twenty digits would fail.
const TYPES = { min_price: DOUBLE, max_price: DOUBLE, property_type: VARCHAR, rooms: INTEGER }

/** Starts with nothing open. A file that cannot be read is logged once. */
export function openPricedFigures(log: FaultLog | null = null): PricedFigures {
  const files = createFactsFiles(log)
  const queue = createShortQueue({ ...QUERIES, elapsed: () => performance.now() })
  const seats = createSeats(SEATS)
  const compute = async (
    { factsFile, meta }: Period,
    filter: LensFilter,
    cells: readonly Cell[],
    { resolution, asker }: { resolution: Resolution; asker: Asker },
  ): Promise<FigureRow[]> => {
    const floor = meta.min_listings_by_res[resolution] ?? 1
    const found: FigureRow[] = []
    for (let first = 0; first < cells.length; first += CELLS_AT_ONCE) {
      if (first > 0) await nextTurn(asker.signal())
      const query = pricedQuery(filter, cells.slice(first, first + CELLS_AT_ONCE), { resolution, floor })
      // Not checked: that would cost as much as computing the rows.
      for (const row of (await files.rows(factsFile, query)) as Row[]) found.push(figureRowOf(row))
    }
    return found
  }
  return {
    figures: async (period, filter, cells, by) => {
      if (cells.length === 0) return []
      const leave = seats.take(String(by.asker.account))
      return queue.run(() => compute(period, filter, cells, by), by.asker.signal()).finally(leave)
    },
    isDegraded: () => files.isDegraded(),
    close: () => files.close(),
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
