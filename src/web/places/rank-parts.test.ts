import { cellToChildren, cellToParent, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { type Cell, trustCell } from '../../domain/cell.ts'
import type { Place } from '../free/geo.ts'
import type { CellView } from '../view/view-cells.ts'
import { cellsOfParts, rankPlaces } from './rank-parts.ts'

const parent = trustCell(latLngToCell(41.39, 2.17, 6))
const cells = cellToChildren(parent, 7).map(trustCell)

function viewOf(cell: Cell, price: number | null, estimated = false): CellView {
  if (price === null) return { cell, state: 'too_few', figure: null }
  const figure = { cell, estimated, median_price: price, median_price_per_sqm: price, median_area: 1, name: null }
  return { cell, state: estimated ? 'estimated' : 'observed', figure }
}

const placeOf = (geo_id: string): Place => ({
  geo_id,
  name: geo_id,
  level: 'city',
  country: 'es',
  ancestors: [],
  signal: null,
})

describe('the cells of a part', () => {
  const views = cells.map((cell, at) => viewOf(cell, at))
  const pick = cellsOfParts(views)

  it('are found where it lists them at the same, a finer or a coarser resolution', () => {
    expect(pick(cells.slice(0, 2))).toEqual(views.slice(0, 2))
    const finer = cells.slice(2, 4).flatMap((cell) => cellToChildren(cell, 8).map(trustCell))
    expect(pick(finer)).toEqual(views.slice(2, 4))
    expect(new Set(pick([parent]))).toEqual(new Set(views))
  })

  it('leave out what lies beside the area', () => {
    const beside = trustCell(cellToParent(latLngToCell(48.85, 2.35, 8), 7))
    expect(pick([beside])).toEqual([])
    expect(cellsOfParts([])(cells)).toEqual([])
  })
})

describe('the ranking of places', () => {
  it('goes by the middle of their cells, estimated ones included, and shares ranks', () => {
    const known = [
      { place: placeOf('cheap'), cells: [viewOf(parent, 1), viewOf(parent, 3, true)] },
      { place: placeOf('none'), cells: [viewOf(parent, null)] },
      { place: placeOf('dear'), cells: [viewOf(parent, 9), viewOf(parent, 8), viewOf(parent, 1)] },
      { place: placeOf('same'), cells: [viewOf(parent, 2)] },
    ]
    const ranked = rankPlaces(known, 'median_price_per_sqm')
    expect(ranked.map(({ place, middle, rank }) => [place.geo_id, middle, rank])).toEqual([
      ['dear', 8, 1],
      ['cheap', 2, 2],
      ['same', 2, 2],
      ['none', null, null],
    ])
  })
})
