import { writeCellList } from '../../contract/assumptions.ts'
import type { Cell } from '../../domain/cell.ts'
import type { Lens } from '../../domain/lens.ts'

/** Figures are bought in one currency, named, so that all tiles of an edition share it whatever the service's default. */
const BOUGHT_CURRENCY = 'USD'

/** Path and query of a metered call, as they stand in the request line; ASCII, so characters are bytes. */
export function statsTarget(basePath: string, lens: Lens, cells: readonly Cell[]): string {
  const query = new URLSearchParams({ ...lens, currency: BOUGHT_CURRENCY })
  // Commas stand unescaped in a query (RFC 3986, section 3.4), which leaves room for more cells.
  return `${basePath}/stats/current?${query}&h3=${writeCellList(cells)}`
}

const SAMPLE = ['88394460c3fffff', '88394460c7fffff'] as Cell[]
const CELL_BYTES = writeCellList(SAMPLE).length - writeCellList(SAMPLE.slice(1)).length

/** How many cells fit a request line's target of so many bytes; at least 1. */
export function cellsWithin(bytes: number, basePath: string, lens: Lens): number {
  const around = statsTarget(basePath, lens, SAMPLE.slice(1)).length - CELL_BYTES
  return Math.max(1, Math.floor((bytes - around) / CELL_BYTES))
}
