import type { Cell } from './cell.ts'

/** What the service says of a cell under a lens for a period; money in the edition's currency. */
export interface Figure {
  readonly cell: Cell
  /** True when pooled from the cell's six neighbours. */
  readonly estimated: boolean
  readonly median_price: number | null
  readonly median_price_per_sqm: number | null
  readonly median_area: number | null
  /** Display name of the cell's place. */
  readonly name: string | null
}

/** The figures that can be drawn as colours. */
export const METRICS = ['median_price_per_sqm', 'median_price', 'median_area'] as const
export type Metric = (typeof METRICS)[number]

/**
 * The figures of every cell of one tile, in `tileCells` order; null where the service had no row.
 * A tile is complete or it is not held.
 */
export interface FigureTile {
  readonly parent: Cell
  readonly figures: readonly (Figure | null)[]
}

/** Every state in which a cell can be drawn, listed, spoken and exported. */
export const CELL_STATES = [
  'observed',
  'estimated',
  'too_few',
  'no_listings',
  'not_covered',
  'not_bought',
  'finer_than_plan',
  'failed',
  'loading',
] as const
export type CellState = (typeof CELL_STATES)[number]
