import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { Figure } from '../../../domain/figure.ts'
import { lensKey } from '../../../domain/lens.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { tileCells } from '../../../domain/tile.ts'
import { classColors, hatchColor } from '../../scale/palette.ts'
import { tileGeometry } from '../../view/tile-geometry.ts'
import { joinCells } from './cell-geometry.ts'
import { type PaintStyle, paintCells } from './cell-paint.ts'
import type { CellSet, DrawnCell } from './drawn-cells.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const PARENT = trustCell(latLngToCell(41.39, 2.16, 5))
const COLORS = classColors('magma', 'light', 3)
const STYLE: PaintStyle = {
  read: (figure) => figure.median_price_per_sqm,
  name: NAME,
  scaleOf: () => ({ breaks: [2000, 4000], colors: COLORS }),
  highlightedClass: null,
  isFaded: () => false,
}

function cellWith(index: number, price: number | null, estimated = false, name = NAME): DrawnCell {
  const cell = tileCells(PARENT)[index]
  if (!cell) throw new Error(`no cell ${index}`)
  const figure: Figure = {
    cell,
    estimated,
    median_price_per_sqm: price,
    median_price: null,
    median_area: null,
    name: null,
  }
  return { figure, name }
}

function setOf(cells: readonly DrawnCell[]): CellSet {
  return { geometry: joinCells([{ geometry: tileGeometry(PARENT), indexes: cells.map((_, index) => index) }]), cells }
}

function paint(cells: readonly DrawnCell[], style: Partial<PaintStyle> = {}) {
  const [observed, estimated] = [false, true].map((which) =>
    setOf(cells.filter(({ figure }) => figure.estimated === which)),
  ) as [CellSet, CellSet]
  const painted = paintCells({ observed, estimated }, { ...STYLE, ...style })
  const read =
    (bytes: Uint8Array, { geometry }: CellSet) =>
    (index: number) => [...bytes.subarray(4 * (geometry.startIndices[index] ?? 0)).subarray(0, 4)]
  return {
    fill: read(painted.observed, observed),
    lines: read(painted.estimated.lines, estimated),
    background: read(painted.estimated.background, estimated),
  }
}

test('each cell takes the colour of its class', () => {
  const painted = paint([cellWith(0, 100), cellWith(1, 2000), cellWith(2, 9e9)])
  for (const index of [0, 1, 2]) expect(painted.fill(index).slice(0, 3)).toEqual(COLORS[index])
})

test('an estimate has its class colour under a hatch, an observed figure is flat', () => {
  const painted = paint([cellWith(0, 3000, true), cellWith(1, 3000)])
  expect(painted.background(0).slice(0, 3)).toEqual(COLORS[1])
  expect(painted.lines(0).slice(0, 3)).toEqual(hatchColor(COLORS[1] ?? expect.fail()))
  expect(painted.fill(0).slice(0, 3)).toEqual(COLORS[1])
})

test('a cell without the metric has no colour', () => {
  expect(paint([cellWith(0, null)]).fill(0)).toEqual([0, 0, 0, 0])
})

test('only a highlighted class and what is not faded keep their strength, and stand-in figures are dimmed', () => {
  const coarser: EditionName = { ...NAME, resolution: 7 }
  const faded = paint([cellWith(0, 100), cellWith(1, 90)], { isFaded: (value) => value < 100 })
  expect(faded.fill(0)[3]).toBeGreaterThan(faded.fill(1)[3] ?? 255)
  const painted = paint([cellWith(0, 100), cellWith(1, 3000)], { highlightedClass: 0 })
  expect(painted.fill(0)[3]).toBeGreaterThan(painted.fill(1)[3] ?? 255)
  const standIn = paint([cellWith(0, 100, false, coarser), cellWith(1, 100)])
  expect(standIn.fill(0)[3]).toBeLessThan(standIn.fill(1)[3] ?? 0)
})
