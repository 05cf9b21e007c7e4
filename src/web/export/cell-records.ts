import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type CellState, DERIVED_METRICS, type Metric, PUBLISHED_METRICS } from '../../domain/figure.ts'
import { certainAmount } from '../figures/amounts.ts'
import { isMoney, type Units } from '../figures/figure-words.ts'
import type { ReadFigure } from '../metric/use-reading.ts'
import { cellRing } from '../view/tile-geometry.ts'
import {
  changeColumns,
  type ExportRecord,
  type ExportTable,
  filterColumns,
  moneyColumns,
  withSecondMap,
} from './export-record.ts'
import { outlineGeometry } from './outline-geometry.ts'

/** A cell of the map or of the table. */
export interface ExportedCell {
  readonly id: Cell
  readonly state: CellState
  readonly figure: ReadFigure | null
}

/** What all cells of an export have in common. */
export interface ExportContext {
  readonly edition: Pick<
    Edition,
    'as_of' | 'window_start' | 'window_end' | 'resolution' | 'lens' | 'defaults' | 'currency'
  >
  readonly units: Units
  /** The metric in force; one that the page computes gets a column of its own. */
  readonly metric: Metric
  /** The earlier period of a change; null for other metrics. */
  readonly since?: Pick<Edition, 'as_of' | 'window_start' | 'window_end'> | null
}

/** Names of the columns for what the page computes, with their units. */
const DERIVED_COLUMNS = {
  rental_yield: 'rental_yield_pct',
  change: 'change_pct',
  difference: 'difference_pct',
  area_for_budget: 'area_for_budget',
  price_for_area: 'price_for_area',
} as const satisfies Record<(typeof DERIVED_METRICS)[number], string>

/** A map whose cells are exported. */
export interface ExportedMap {
  readonly cells: readonly ExportedCell[]
  readonly context: ExportContext
}

/** Returns the cells of a map with their outlines. A second map with the same cells adds columns of its own. */
export function cellTable({ cells, context }: ExportedMap, second: ExportedMap | null = null): ExportTable {
  const records = cellRecords(cells, context)
  return {
    records: second
      ? withSecondMap(records, cellRecords(second.cells, second.context), { keys: ['h3'], shared: SAME_CELL })
      : records,
    outlines: cells.map(({ id }) => outlineGeometry([[cellRing(id)]])),
  }
}

/** What two maps say alike of a cell. */
export const SAME_CELL = ['place', 'resolution', 'size_unit']

/** Returns a record for each cell, with its state, figures, period and units, in this order of columns. */
export function cellRecords(
  cells: readonly ExportedCell[],
  { edition, units, metric, since = null }: ExportContext,
): ExportRecord[] {
  const derived = DERIVED_METRICS.filter((each) => each === metric)
  const { as_of, window_start, window_end, resolution } = edition
  const same = {
    ...moneyColumns(units),
    size_unit: units.size_unit,
    as_of,
    // A service need not state the days.
    window_start: window_start || null,
    window_end: window_end || null,
    ...changeColumns(since, edition),
    resolution,
    ...filterColumns(edition),
  }
  const amount = (figure: ReadFigure | null, each: Metric) => {
    const value = figure?.[each] ?? null
    return value !== null && isMoney(each) ? certainAmount(value, units) : value
  }
  const computed = (figure: ReadFigure | null, each: (typeof derived)[number]) => {
    const value = figure?.[each] ?? null
    return value === null ? null : inCertainDigits(isMoney(each) ? value * (units.rate ?? 1) : value, each)
  }
  return cells.map(({ id, state, figure }) => ({
    h3: id,
    place: figure?.name ?? null,
    state,
    ...Object.fromEntries(PUBLISHED_METRICS.map((each) => [each, amount(figure, each)])),
    ...Object.fromEntries(derived.map((each) => [DERIVED_COLUMNS[each], computed(figure, each)])),
    ...same,
  }))
}

/**
 * Rounds what the page computes to the digits that are certain: tiles keep at least five of each figure, so a ratio has
 * four, and a difference in per cent one decimal.
 */
export function inCertainDigits(value: number, metric: (typeof DERIVED_METRICS)[number]): number {
  const isDifference = metric === 'difference' || metric === 'change'
  return Number(isDifference ? value.toFixed(1) : value.toPrecision(4))
}
