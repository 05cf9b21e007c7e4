import type { Cell } from './cell.ts'
import { tileCells } from './tile.ts'

/** The service's figures for a cell under a lens in a period; money in the edition's currency. */
export interface Figure {
  readonly cell: Cell
  /** True when pooled from the cell's six neighbours. */
  readonly estimated: boolean
  readonly median_price: number | null
  readonly median_price_per_sqm: number | null
  readonly median_area: number | null
  /** Left out where the service gives none, and in tiles bought before it was kept. */
  readonly average_price?: number | null
  /** The number of listings behind the figure; left out like the average. */
  readonly listings?: number | null
  /** Display name of the cell's place. */
  readonly name: string | null
  /** Per cent a year; only in figures that the page has joined from sale and rent. */
  readonly rental_yield?: number | null
  /** Per cent, of the median price per m²; only in figures that the page has joined with those of an earlier period. */
  readonly change?: number | null
}

/** The figures that every row has. */
export const MEDIANS = ['median_price_per_sqm', 'median_price', 'median_area'] as const

/** The figures that a row has where the service gives them. */
export const ROW_EXTRAS = ['average_price', 'listings'] as const

/** The figures that a service publishes. */
export const PUBLISHED_METRICS = [...MEDIANS, ...ROW_EXTRAS] as const
export type PublishedMetric = (typeof PUBLISHED_METRICS)[number]

/** What the page computes from published figures. */
export const DERIVED_METRICS = ['rental_yield', 'change', 'difference', 'area_for_budget', 'price_for_area'] as const
export type DerivedMetric = (typeof DERIVED_METRICS)[number]

/** What the map can colour by. */
export const METRICS = [...PUBLISHED_METRICS, ...DERIVED_METRICS] as const
export type Metric = PublishedMetric | DerivedMetric

/** True for a metric whose values are medians of listings. */
export function isMedian(metric: Metric): boolean {
  return MEDIANS.some((median) => median === metric)
}

/**
 * The figures of every cell of one tile, in `tileCells` order; null where the service had no row.
 * An incomplete tile does not exist: the ledger holds a tile whole or not at all.
 */
export interface FigureTile {
  readonly parent: Cell
  readonly figures: readonly (Figure | null)[]
}

/** A cell's state in a tile: the service had no row for it, its own figure, or a figure pooled from its neighbours. */
export const ABSENT = 0
export const OBSERVED = 1
export const ESTIMATED = 2
/** Only on the page, in tiles that are held in part: nothing is known about the cell. */
export const UNHELD = 3

/** A figure tile by column, as it is sent: one entry per cell in `tileCells` order, NaN where there is no value. */
export interface FigureColumns {
  readonly parent: Cell
  /** ABSENT, OBSERVED or ESTIMATED; UNHELD in parts of tiles. */
  readonly states: Uint8Array
  readonly median_price_per_sqm: Float64Array
  readonly median_price: Float64Array
  readonly median_area: Float64Array
  /** Left out when no cell has one. */
  readonly average_price?: Float64Array
  readonly listings?: Float64Array
  /** Only in tiles that the page has joined from sale and rent. */
  readonly rental_yield?: Float64Array
  /** Only in tiles that the page has joined with those of an earlier period. */
  readonly change?: Float64Array
  readonly names: readonly string[]
  /** 1-based index into `names`. */
  readonly name_index: Float64Array
}

/** The columns as figures, in `tileCells` order; null where the service had no row. */
export function figuresOf(columns: FigureColumns): (Figure | null)[] {
  return tileCells(columns.parent).map((cell, index) => figureAt(columns, index, cell))
}

function figureAt(columns: FigureColumns, index: number, cell: Cell): Figure | null {
  const state = columns.states[index]
  if (state !== OBSERVED && state !== ESTIMATED) return null
  return {
    cell,
    estimated: state === ESTIMATED,
    median_price: known(columns.median_price[index]),
    median_price_per_sqm: known(columns.median_price_per_sqm[index]),
    median_area: known(columns.median_area[index]),
    ...(columns.average_price && { average_price: known(columns.average_price[index]) }),
    ...(columns.listings && { listings: known(columns.listings[index]) }),
    ...(columns.rental_yield && { rental_yield: known(columns.rental_yield[index]) }),
    ...(columns.change && { change: known(columns.change[index]) }),
    name: columns.names[(columns.name_index[index] ?? 0) - 1] ?? null,
  }
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

/**
 * Every state of a cell on the map, in lists, in spoken text and in exports. `too_few` is a bought cell without a row:
 * fewer listings than the floor, or none. A cell in the `sea` is neither counted nor drawn.
 */
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
  'sea',
] as const
export type CellState = (typeof CELL_STATES)[number]

/** What figures are made of. */
export type Records = 'listings' | 'sales'
