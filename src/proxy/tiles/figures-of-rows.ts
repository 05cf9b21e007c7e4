import type { ReceivedRow } from '../../contract/service/stats/received-rows.ts'
import { type Cell, cellResolution, parseCell, type Resolution } from '../../domain/cell.ts'
import { type Figure, PUBLISHED_METRICS } from '../../domain/figure.ts'

/** Figures by cell; in `disputed`, the cells for which rows differ. */
export type RowFigures =
  | { kind: 'ok'; figures: ReadonlyMap<Cell, Figure>; disputed: ReadonlySet<Cell> }
  | { kind: 'invalid'; reason: string }

/** Reads the rows of an answer. Repeated equal rows count once; sizes are multiplied by `areaFactor`. */
export function figuresOfRows(rows: readonly ReceivedRow[], resolution: Resolution, areaFactor: number): RowFigures {
  const figures = new Map<Cell, Figure>()
  const disputed = new Set<Cell>()
  for (const row of rows) {
    const cell = parseCell(row.h3)
    if (cell === null) return { kind: 'invalid', reason: `'${row.h3}' is not an H3 cell` }
    const figure = figureOf(cell, row, areaFactor)
    const before = figures.get(cell)
    if (before === undefined) figures.set(cell, figure)
    else if (cellResolution(cell) === resolution && !isSameFigure(before, figure)) {
      // As where a service has a row for each type of home: nothing says which of them are the cell's figures.
      if (before.name === figure.name) return twoRows(row.h3)
      disputed.add(cell)
      figures.set(cell, agreed(before, figure))
    }
  }
  const [first] = disputed
  return first !== undefined && disputed.size > MOST_DISPUTED * figures.size
    ? twoRows(first)
    : { kind: 'ok', figures, disputed }
}

function twoRows(cell: string): RowFigures {
  return { kind: 'invalid', reason: `expected one row for '${cell}', found two that differ` }
}

/** The share of cells that lie on a border; where more have several rows, the rows are of something else than places. */
const MOST_DISPUTED = 0.5

/** A row for each of the places that a cell on their border lies in: what differs is not known, and the rest is. */
function agreed(one: Figure, other: Figure): Figure {
  const common: { -readonly [Field in keyof Figure]: Figure[Field] } = {
    ...one,
    estimated: one.estimated || other.estimated,
  }
  for (const metric of PUBLISHED_METRICS) if (!isSameValue(one[metric], other[metric])) common[metric] = null
  return common
}

/** True for equal figures; a cell can lie in several places, and so have several names. */
function isSameFigure(one: Figure, other: Figure): boolean {
  return (
    one.estimated === other.estimated && PUBLISHED_METRICS.every((metric) => isSameValue(one[metric], other[metric]))
  )
}

/** Two computations of one value differ in their last digits. */
const ROUNDING = 1e-6

function isSameValue(one: number | null | undefined, other: number | null | undefined): boolean {
  if (one == null || other == null) return one === other
  return Math.abs(one - other) <= ROUNDING * Math.abs(one)
}

function figureOf(cell: Cell, row: ReceivedRow, areaFactor: number): Figure {
  const {
    average_price = null,
    listings = null,
    estimated,
    median_price,
    median_price_per_sqm,
    median_area,
    name,
  } = row
  return {
    cell,
    estimated,
    median_price,
    median_price_per_sqm,
    median_area: median_area === null ? null : median_area * areaFactor,
    ...(average_price !== null && { average_price }),
    ...(listings !== null && { listings }),
    name,
  }
}
