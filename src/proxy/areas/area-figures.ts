import type { AreaCellState, AreaFigures } from '../../contract/area.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { type Figure, PUBLISHED_METRICS } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'

/** Enough digits that a median between two figures rounds to the same whole unit as the exact one. */
const SIGNIFICANT_DIGITS = 10
/** Cells computed in one step, which takes a few milliseconds. */
const STEP = 1_000

/** The known figures of an area's cells; null where the service had no row. */
export interface KnownCells {
  readonly edition: Edition | null
  readonly figures: ReadonlyMap<Cell, Figure | null>
}

/**
 * Returns an area's cells as columns, in steps; `reasons` has for each tile why its unknown cells are unknown. The largest
 * area takes a tenth of a second altogether.
 */
export function* areaFiguresOf(
  { cells, rollupNote, isComplete }: { cells: readonly Cell[]; rollupNote: string | null; isComplete: boolean },
  { edition, figures }: KnownCells,
  reasons: ReadonlyMap<Cell, AreaCellState>,
): Generator<void, AreaFigures> {
  const indexOf = new Map<string, number>()
  const told = {
    states: [] as AreaCellState[],
    median_price_per_sqm: [] as (number | null)[],
    median_price: [] as (number | null)[],
    median_area: [] as (number | null)[],
    average_price: [] as (number | null)[],
    listings: [] as (number | null)[],
    name_index: [] as (number | null)[],
  }
  for (const [index, cell] of cells.entries()) {
    if (index > 0 && index % STEP === 0) yield
    const row = figures.get(cell)
    told.states.push(stateOf(row) ?? reasonOf(cell, reasons))
    for (const metric of PUBLISHED_METRICS) told[metric].push(rounded(row?.[metric] ?? null))
    const name = row?.name ?? null
    if (name !== null && !indexOf.has(name)) indexOf.set(name, indexOf.size)
    told.name_index.push(name === null ? null : (indexOf.get(name) ?? null))
  }
  const { average_price, listings, ...always } = told
  return {
    edition,
    cells: [...cells],
    ...always,
    ...(isGiven(average_price) && { average_price }),
    ...(isGiven(listings) && { listings }),
    names: [...indexOf.keys()],
    rollup_note: rollupNote,
    cells_complete: isComplete,
  }
}

function isGiven(column: readonly (number | null)[]): boolean {
  return column.some((value) => value !== null)
}

function rounded(value: number | null): number | null {
  if (value === null) return null
  // Most figures are that short already, and checking takes a tenth of the time that formatting does.
  const isShort = Math.abs(value) < 1e7 && Math.round(value * 1e3) / 1e3 === value
  return isShort ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS))
}

function stateOf(row: Figure | null | undefined): AreaCellState | undefined {
  if (row === undefined) return undefined
  if (row === null) return 'too_few'
  return row.estimated ? 'estimated' : 'observed'
}

function reasonOf(cell: Cell, reasons: ReadonlyMap<Cell, AreaCellState>): AreaCellState {
  return reasons.get(tileParent(cell)) ?? 'not_bought'
}
