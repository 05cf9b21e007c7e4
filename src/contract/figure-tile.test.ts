import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { getPentagons, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { trustCell } from '../domain/cell.ts'
import { type FigureTile, figuresOf, MEDIANS, PUBLISHED_METRICS } from '../domain/figure.ts'
import { CELLS_PER_TILE, tileCells } from '../domain/tile.ts'
import { anyFigureTile } from '../testing/arbitraries.ts'
import { decodeTile, encodeTile } from './figure-tile.ts'

const PARENT = trustCell(latLngToCell(41.4, 2.15, 5))
const NO_FIGURES = { estimated: false, median_price: null, median_price_per_sqm: null, median_area: null }

/** A town's tile: every cell has figures, all different from its neighbours'. */
function townTile(scale: number): FigureTile {
  const figures = tileCells(PARENT).map((cell, index) => ({
    cell,
    estimated: index % 5 === 0,
    median_price: scale * (180_000 + ((index * 7919) % 640_000)) + 0.123,
    median_price_per_sqm: scale * (2_400 + ((index * 104_729) % 5_900)) + 0.0456,
    median_area: 41 + ((index * 31) % 930) / 10 + 0.00789,
    name: `Quarter ${index % 23}`,
  }))
  return { parent: PARENT, figures }
}

/** The largest rounding error with five digits of the smallest value; a wide spread of values allows more. */
function toleranceOf(values: readonly number[]): number {
  const sizes = values.map(Math.abs).filter((size) => size > 0)
  const spread = Math.max(...values) - Math.min(...values)
  return Math.max(Math.min(...sizes, Infinity) * 0.5e-4, (spread / 2 ** 40) * 10, 1e-9) * 1.001
}

describe('the figure tile codec', () => {
  it('decodes every tile to what was encoded, up to rounding', () => {
    fc.assert(
      fc.property(anyFigureTile, (tile) => {
        const figures = figuresOf(decodeTile(encodeTile(tile)))
        expect(figures.map(withoutValues)).toEqual(tile.figures.map(withoutValues))
        for (const metric of PUBLISHED_METRICS) {
          const values = tile.figures.map((figure) => figure?.[metric] ?? null)
          const tolerance = toleranceOf(values.filter((value) => value !== null))
          figures.forEach((figure, index) => {
            const [sent, was] = [figure?.[metric] ?? null, values[index] ?? null]
            if (sent === null || was === null) expect(sent).toBe(was)
            else expect(Math.abs(sent - was)).toBeLessThanOrEqual(tolerance)
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each([1, 1_000, 0.001])('keeps five digits of a town’s figures when prices are %d times as high', (scale) => {
    const tile = townTile(scale)
    figuresOf(decodeTile(encodeTile(tile))).forEach((figure, index) => {
      for (const metric of MEDIANS) {
        const [sent, was] = [figure?.[metric] ?? 0, tile.figures[index]?.[metric] ?? 0]
        expect(Math.abs(sent / was - 1)).toBeLessThan(0.5e-4)
      }
    })
  })

  it('figures read the same in whole units, and are on the same side of round numbers', () => {
    const figures = tileCells(PARENT).map((cell, index) => ({
      cell,
      estimated: false,
      // Just below and above a half, and just below a round number.
      median_price: 180_000 + index * 1_000 + ([0.46, 0.5, 0.54, 0.97][index % 4] ?? 0),
      median_price_per_sqm: 2_000 + index * 10 - ([0.02, 0.53, 0.47, 0][index % 4] ?? 0),
      median_area: 40 + index + ([0.4996, 0.5, 0.9996, 0.1][index % 4] ?? 0),
      name: null,
    }))
    figuresOf(decodeTile(encodeTile({ parent: PARENT, figures }))).forEach((figure, index) => {
      for (const metric of MEDIANS) {
        const [sent, was] = [figure?.[metric] ?? 0, figures[index]?.[metric] ?? 0]
        expect([Math.round(sent), Math.floor(sent)]).toEqual([Math.round(was), Math.floor(was)])
      }
    })
  })

  it.each([1e308, -1e300, 1e17])('leaves out %d, and keeps the digits of the other amounts', (beyond) => {
    const { figures } = townTile(1)
    const odd = figures.map((figure, index) => (index === 7 && figure ? { ...figure, median_price: beyond } : figure))
    const [sent, were] = [odd, figures].map((each) =>
      figuresOf(decodeTile(encodeTile({ parent: PARENT, figures: each }))),
    )
    expect(sent?.[7]).toEqual({ ...were?.[7], median_price: null })
    expect(sent?.map((figure) => figure?.median_price).toSpliced(7, 1)).toEqual(
      were?.map((figure) => figure?.median_price).toSpliced(7, 1),
    )
    const all = figures.map((figure) => figure && { ...figure, median_price: beyond })
    expect(figuresOf(decodeTile(encodeTile({ parent: PARENT, figures: all })))[0]?.median_price).toBeNull()
  })

  it('needs at most 8 bytes per cell when every cell has figures, and 60 bytes when none has', () => {
    expect(gzipSync(encodeTile(townTile(1)), { level: 9 }).length / CELLS_PER_TILE).toBeLessThanOrEqual(8)
    const empty = { parent: PARENT, figures: tileCells(PARENT).map(() => null) }
    expect(gzipSync(encodeTile(empty), { level: 9 }).length).toBeLessThanOrEqual(60)
    expect(figuresOf(decodeTile(encodeTile(empty)))).toEqual(empty.figures)
  })

  it('encodes the smaller tile under a pentagon', () => {
    const parent = trustCell(getPentagons(4)[0] ?? '')
    const cells = tileCells(parent)
    const figures = cells.map((cell, index) => (index === 3 ? { ...NO_FIGURES, cell, name: null } : null))
    expect(cells.length).toBeLessThan(CELLS_PER_TILE)
    expect(figuresOf(decodeTile(encodeTile({ parent, figures })))).toEqual(figures)
  })

  it('keeps names of every script', () => {
    const cells = tileCells(PARENT)
    const names = ['Gràcia', 'Łódź', '𠮷野', '😀', '鰂魚涌 𠀀 '.repeat(9)]
    const figures = cells.map((cell, index) => {
      const name = names[index]
      return name === undefined ? null : { ...NO_FIGURES, cell, name }
    })
    expect(figuresOf(decodeTile(encodeTile({ parent: PARENT, figures })))).toEqual(figures)
  })

  it('refuses to decode a truncated tile, wherever it was cut', () => {
    fc.assert(
      fc.property(anyFigureTile, fc.double({ min: 0, max: 0.999, noNaN: true }), (tile, share) => {
        const bytes = encodeTile(tile)
        expect(() => decodeTile(bytes.slice(0, Math.floor(bytes.length * share)))).toThrow()
      }),
      { numRuns: 200 },
    )
  })

  it('quotes a parent that has no tile', () => {
    const parent = trustCell(latLngToCell(41.4, 2.15, 9))
    const bytes = encodeTile({ parent, figures: tileCells(PARENT).map(() => null) })
    expect(() => decodeTile(bytes)).toThrow(`expected an H3 cell of resolution 1 to 5 as parent, found '${parent}'`)
  })
})

function withoutValues(figure: FigureTile['figures'][number]) {
  return figure && { cell: figure.cell, estimated: figure.estimated, name: figure.name }
}
