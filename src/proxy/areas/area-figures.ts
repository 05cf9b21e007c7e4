import type { AreaCellState, AreaFigures } from '../../contract/area.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { Figure } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'

const SIGNIFICANT_DIGITS = 7

/** The known figures of an area's cells; null where the service had no row. */
export interface KnownCells {
  readonly edition: Edition | null
  readonly figures: ReadonlyMap<Cell, Figure | null>
}

/** Returns an area's cells as columns; `reasons` has for each tile why its unknown cells are unknown. */
export function areaFiguresOf(
  { cells, rollupNote, isComplete }: { cells: readonly Cell[]; rollupNote: string | null; isComplete: boolean },
  { edition, figures }: KnownCells,
  reasons: ReadonlyMap<Cell, AreaCellState>,
): AreaFigures {
  const rows = cells.map((cell) => figures.get(cell))
  const names = [...new Set(rows.flatMap((row) => row?.name ?? []))]
  const indexOf = new Map(names.map((name, index) => [name, index]))
  const column = (read: (figure: Figure) => number | null) =>
    rows.map((row) => {
      const value = row ? read(row) : null
      return value === null ? null : Number(value.toPrecision(SIGNIFICANT_DIGITS))
    })
  return {
    edition,
    cells: [...cells],
    states: rows.map((row, index) => stateOf(row) ?? reasonOf(cells[index], reasons)),
    median_price_per_sqm: column((figure) => figure.median_price_per_sqm),
    median_price: column((figure) => figure.median_price),
    median_area: column((figure) => figure.median_area),
    names,
    name_index: rows.map((row) => (row?.name == null ? null : (indexOf.get(row.name) ?? null))),
    rollup_note: rollupNote,
    cells_complete: isComplete,
  }
}

function stateOf(row: Figure | null | undefined): AreaCellState | undefined {
  if (row === undefined) return undefined
  if (row === null) return 'too_few'
  return row.estimated ? 'estimated' : 'observed'
}

function reasonOf(cell: Cell | undefined, reasons: ReadonlyMap<Cell, AreaCellState>): AreaCellState {
  return (cell && reasons.get(tileParent(cell))) ?? 'not_bought'
}
