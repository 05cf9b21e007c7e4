import { DuckDBInstance } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import { z } from 'zod'
import {
  type Cell,
  cellFromBigInt,
  cellToDecimal,
  descendantRange,
  type Resolution,
  trustCell,
} from '../../domain/cell.ts'
import type { LensFilter } from '../core/lens-filter.ts'
import pricedFiguresSql from '../sql/priced-figures.sql?raw'
import type { FigureRow, Period } from './period.ts'

/** Makes figures from a period's listings, for filters that published figures do not know. */
export interface PricedFigures {
  /** As `Period.figures`, of listings within the filter's price range; the cells are of this resolution. */
  figures(period: Period, filter: LensFilter, cells: readonly Cell[], resolution: Resolution): Promise<FigureRow[]>
  close(): void
}

const rowsOf = z.array(
  z.object({
    cell: z.string().transform((id) => cellFromBigInt(BigInt(id))),
    estimated: z.boolean(),
    listings: z.number(),
    median_price: z.number().nullable(),
    median_price_per_sqm: z.number().nullable(),
    median_area: z.number().nullable(),
    average_price: z.number().nullable(),
  }),
)

/** Starts an engine that holds nothing and reads each period's facts.parquet. */
export async function openPricedFigures(): Promise<PricedFigures> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' })
  return {
    async figures(period, filter, cells, resolution) {
      const [first, ...others] = cells
      if (first === undefined) return []
      const connection = await instance.connect()
      try {
        // A path cannot be bound in a view; quotes in it are doubled.
        const path = period.factsFile.replaceAll("'", "''")
        await connection.run(`CREATE TEMP VIEW facts AS SELECT * FROM read_parquet('${path}')`)
        const parameters = parametersOf(period, filter, [first, ...others], resolution)
        const reader = await connection.runAndReadAll(pricedFiguresSql, parameters)
        return rowsOf.parse(reader.getRowObjectsJS())
      } finally {
        connection.closeSync()
      }
    },
    close: () => instance.closeSync(),
  }
}

function parametersOf(period: Period, filter: LensFilter, cells: readonly [Cell, ...Cell[]], resolution: Resolution) {
  const pairs = cells.flatMap((cell) => gridDisk(cell, 1).map((member) => [cell, trustCell(member)] as const))
  const members = pairs.map(([, member]) => member).sort()
  return {
    pairs: JSON.stringify(pairs.map((pair) => pair.map(cellToDecimal))),
    first: descendantRange(members[0] ?? cells[0], 8)[0].toString(),
    last: descendantRange(members.at(-1) ?? cells[0], 8)[1].toString(),
    resolution,
    floor: period.meta.min_listings_by_res[resolution] ?? 1,
    ad_sub_type: filter.ad_sub_type,
    property_type: filter.property_type,
    rooms: filter.rooms,
    min_price: filter.min_price_usd,
    max_price: filter.max_price_usd,
  }
}
