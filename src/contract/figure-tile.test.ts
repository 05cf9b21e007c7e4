import fc from 'fast-check'
import { getPentagons, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { trustCell } from '../domain/cell.ts'
import { CELLS_PER_TILE, tileCells } from '../domain/tile.ts'
import { anyFigureTile } from '../testing/arbitraries.ts'
import { decodeTile, encodeTile } from './figure-tile.ts'

const PARENT = trustCell(latLngToCell(41.4, 2.15, 5))
const NO_FIGURES = { estimated: false, median_price: null, median_price_per_sqm: null, median_area: null }

describe('the figure tile codec', () => {
  it('gives back every tile as it was', () => {
    fc.assert(
      fc.property(anyFigureTile, (tile) => {
        expect(decodeTile(encodeTile(tile))).toEqual(tile)
      }),
      { numRuns: 60 },
    )
  })

  it('carries the fewer cells under a pentagon', () => {
    const parent = trustCell(getPentagons(4)[0] ?? '')
    const tile = { parent, figures: tileCells(parent).map(() => null) }
    expect(tile.figures.length).toBeLessThan(CELLS_PER_TILE)
    expect(decodeTile(encodeTile(tile))).toEqual(tile)
  })

  it('keeps names of every script', () => {
    const cells = tileCells(PARENT)
    const names = ['Gràcia', 'Łódź', '𠮷野', '😀', '鰂魚涌 𠀀 '.repeat(9)]
    const figures = cells.map((cell, index) => {
      const name = names[index]
      return name === undefined ? null : { ...NO_FIGURES, cell, name }
    })
    expect(decodeTile(encodeTile({ parent: PARENT, figures }))).toEqual({ parent: PARENT, figures })
  })

  it('decodes no tile that was cut off, however far in', () => {
    fc.assert(
      fc.property(anyFigureTile, fc.double({ min: 0, max: 0.99, noNaN: true }), (tile, share) => {
        const bytes = encodeTile(tile)
        expect(() => decodeTile(bytes.slice(0, Math.floor(bytes.length * share)))).toThrow()
      }),
      { numRuns: 60 },
    )
  })

  it('says what is wrong with a parent that has no tile', () => {
    const parent = trustCell(latLngToCell(41.4, 2.15, 9))
    const bytes = encodeTile({ parent, figures: tileCells(PARENT).map(() => null) })
    expect(() => decodeTile(bytes)).toThrow(`'${parent}' is not the parent of a tile`)
  })
})
