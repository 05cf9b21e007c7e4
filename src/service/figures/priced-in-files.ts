import { DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { type Cell, cellFromBigInt, cellToDecimal, type Resolution, trustCell } from '../../domain/cell.ts'
import type { FaultLog } from '../../server/storage/file-faults.ts'
import type { FactsQuery } from './facts-file.ts'
import { createFactsFiles } from './facts-files.ts'
import { idRangesAround } from './id-ranges.ts'
import type { LensFilter } from './lens-filter.ts'
import type { FigureRow } from './period.ts'
import pricedFiguresSql from './priced-figures.sql?raw'
import { createPricedFigures, type PricedFigures } from './priced-figures.ts'

type Amount = number | null
type Row = [cell: bigint, estimated: boolean, listings: number, Amount, Amount, Amount, Amount]

// Without these types, a whole-number price would be bound as an integer, and one of twenty digits would fail.
const TYPES = { min_price: DOUBLE, max_price: DOUBLE, property_type: VARCHAR, rooms: INTEGER }

/** Computes from the periods' facts.duckdb. Starts with nothing open; a file that cannot be read is logged once. */
export function openPricedFigures(log: FaultLog | null = null): PricedFigures {
  const files = createFactsFiles(log)
  return createPricedFigures({
    // Not checked: that would cost as much as computing the rows.
    figures: async ({ facts }, filter, cells, at) =>
      ((await files.rows(facts, pricedQuery(filter, cells, at))) as Row[]).map(figureRowOf),
    isDegraded: () => files.isDegraded(),
    close: () => files.close(),
  })
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
