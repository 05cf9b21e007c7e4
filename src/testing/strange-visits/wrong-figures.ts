import type { AreaFigures } from '../../contract/area.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { type Figure, figuresOf } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'
import type { TrueFigure } from '../strange-service/rules/truth.ts'

type Truth = (cell: Cell) => TrueFigure | null
type Sent = Omit<Figure, 'cell'>

/** Figures are sent with five digits or more. */
const PRECISION = 5.01e-5

/** Counts the cells of a tile whose figures, or their absence, differ from the truth. */
export function countWrongInTile(bytes: Uint8Array, truth: Truth): number {
  const columns = decodeTile(bytes)
  const sent = figuresOf(columns)
  return tileCells(columns.parent).filter((cell, index) => !isSame(sent[index] ?? null, truth(cell))).length
}

/** Counts the cells under parents that the proxy reports as empty, and that have figures. */
export function countWronglyEmpty(parents: readonly Cell[], truth: Truth): number {
  return parents.flatMap(tileCells).filter((cell) => truth(cell) !== null).length
}

/** Counts the cells of an area whose figures, or their absence, differ from the truth. */
export function countWrongInArea(area: AreaFigures, truth: Truth): number {
  return area.cells.filter((raw, index) => {
    const state = area.states[index]
    if (state === 'not_bought') return false
    return !isSame(state === 'observed' || state === 'estimated' ? figureAt(area, index) : null, truth(trustCell(raw)))
  }).length
}

function figureAt(area: AreaFigures, index: number): Sent {
  return {
    estimated: area.states[index] === 'estimated',
    median_price: area.median_price[index] ?? null,
    median_price_per_sqm: area.median_price_per_sqm[index] ?? null,
    median_area: area.median_area[index] ?? null,
    name: area.names[area.name_index[index] ?? -1] ?? null,
  }
}

function isSame(sent: Sent | null, truth: TrueFigure | null): boolean {
  if (sent === null || truth === null) return sent === truth
  const isNear = (one: number | null, other: number | null) =>
    one === null || other === null ? one === other : Math.abs(one / other - 1) <= PRECISION
  return (
    sent.estimated === truth.estimated &&
    sent.name === truth.name &&
    isNear(sent.median_price, truth.median_price) &&
    isNear(sent.median_price_per_sqm, truth.median_price_per_sqm) &&
    isNear(sent.median_area, truth.median_area)
  )
}
