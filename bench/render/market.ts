import { gridDisk } from 'h3-js'
import { type Cell, trustCell } from '../../src/domain/cell.ts'
import type { EditionName } from '../../src/domain/edition.ts'
import type { Figure } from '../../src/domain/figure.ts'
import { lensKey } from '../../src/domain/lens.ts'
import { parseAsOf } from '../../src/domain/period.ts'
import { classColors } from '../../src/web/scale/palette.ts'

/** A cell with its figure, as the stock layers take it. */
export interface Row {
  readonly cell: Cell
  readonly figure: Figure
}

/** Returns about as many cells around a cell, with made-up figures; every second one is an estimate where some are. */
export function makeRows(around: string, cells: number, hasEstimates: boolean): Row[] {
  // A disk of k rings has 3k(k + 1) + 1 cells.
  const rings = Math.round(Math.sqrt(cells / 3) - 0.5)
  return gridDisk(around, rings).map((id, index) => {
    const cell = trustCell(id)
    // Spread over all classes, with neighbours unlike each other.
    const perSqm = 1000 + ((index * 7919) % 5000)
    const estimated = hasEstimates && index % 2 === 1
    const figure = { cell, estimated, median_price: null, median_price_per_sqm: perSqm, median_area: null, name: null }
    return { cell, figure }
  })
}

/** Two sets of classes, to change from one to the other. */
export const BREAKS: readonly (readonly number[])[] = [
  [1500, 2200, 2900, 3600, 4300, 5000],
  [1700, 2400, 3100, 3800, 4500, 5200],
]

export const COLORS = classColors('magma', 'light', 7)

const AS_OF = parseAsOf('2026-11-01')
if (AS_OF === null) throw new Error('expected 2026-11-01 to be the label of a period')

/** The edition of the rows; the drawing does not depend on it. */
export const NAME: EditionName = { as_of: AS_OF, lens: lensKey({}), resolution: 8 }
