import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { type Cell, trustCell } from '../domain/cell.ts'
import type { Figure, FigureTile } from '../domain/figure.ts'
import { tileCells } from '../domain/tile.ts'

const amount = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true, noDefaultInfinity: true }), { nil: null })
const placeName = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: null })

/** Any cell of a resolution, spread over the globe. */
export function anyCell(resolution: number): fc.Arbitrary<Cell> {
  return fc
    .tuple(fc.double({ min: -89, max: 89, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(([lat, lng]) => trustCell(latLngToCell(lat, lng, resolution)))
}

/** Any parent of a figure tile. */
const anyTileParent: fc.Arbitrary<Cell> = fc.integer({ min: 1, max: 5 }).chain(anyCell)

/** Any figure that a service may have for a cell, or null. */
function anyFigure(cell: Cell): fc.Arbitrary<Figure | null> {
  return fc.option(
    fc.record(
      {
        cell: fc.constant(cell),
        estimated: fc.boolean(),
        median_price: amount,
        median_price_per_sqm: amount,
        median_area: amount,
        average_price: amount.filter((value) => value !== null),
        listings: fc.nat(),
        name: placeName,
      },
      { requiredKeys: ['cell', 'estimated', 'median_price', 'median_price_per_sqm', 'median_area', 'name'] },
    ),
    { nil: null },
  )
}

/** Any whole tile. Its figures repeat, because drawing 343 one by one would be slow. */
export const anyFigureTile: fc.Arbitrary<FigureTile> = anyTileParent.chain((parent) => {
  const cells = tileCells(parent)
  const [first] = cells
  const sample = first === undefined ? fc.constant([]) : fc.array(anyFigure(first), { minLength: 1, maxLength: 7 })
  return sample.map((figures) => ({
    parent,
    figures: cells.map((cell, index) => {
      const figure = figures[index % figures.length] ?? null
      return figure && { ...figure, cell }
    }),
  }))
})
