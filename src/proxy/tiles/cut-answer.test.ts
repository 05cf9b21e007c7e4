import fc from 'fast-check'
import { cellToParent, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { receivedStats } from '../../contract/service/stats/received-stats.ts'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { cellToDecimal, trustCell } from '../../domain/cell.ts'
import { lensKey } from '../../domain/lens.ts'
import { tileCells } from '../../domain/tile.ts'
import { anyFigureTile } from '../../testing/arbitraries.ts'
import { statsBody } from '../../testing/strange-service/bodies/stats-body.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { assembleTile, type CutAnswer, cutAnswer, missingSlices } from './cut-answer.ts'

const parent = trustCell(latLngToCell(41.4, 2.15, 5))
const cells = tileCells(parent)
const asked = { lens: lensKey({}), resolution: 8 as const, slices: [{ parent, first: 0, cells }] }

function answer(changed: object = {}) {
  return { ...statsResponse.parse(statsBody(defaultRules(), cells, {})), ...changed }
}

describe('an answer cut into tiles', () => {
  it('has the row of each requested cell, in either spelling of its id, and null where there is none', () => {
    const cut = cutAnswer(answer(), asked)
    const figures = cut.kind === 'ok' ? (cut.slices[0]?.figures ?? []) : []
    expect(figures.map((figure) => figure?.cell ?? null)).toEqual(
      cells.map((cell) => (defaultRules().hasFigures(cell) ? cell : null)),
    )
  })

  it('has no figure where a row has no value', () => {
    const nothing = { median_price: null, median_price_per_sqm: null, median_area: null, listings: 0, name: null }
    const without = cells.flatMap((cell) =>
      defaultRules().hasFigures(cell) ? [] : [{ h3: cellToDecimal(cell), estimated: false, ...nothing }],
    )
    const cut = cutAnswer(answer({ stats: [...answer().stats, ...without] }), asked)
    expect(cut).toMatchObject({
      rows: cells.length,
      slices: (cutAnswer(answer(), asked) as { slices: unknown }).slices,
    })
  })

  it('that cannot be used is refused with a reason that quotes little of it', () => {
    const cut = cutAnswer(answer({ stats: [{ ...answer().stats[0], h3: 'x'.repeat(10_000) }] }), asked)
    expect(cut).toMatchObject({ kind: 'invalid', reason: expect.stringMatching(/^'x{200,299}$/) })
  })

  it.each([
    ['are per square foot, too', 1, 'sqft'],
    ['stay per square metre, as their name says', 1 / 0.3048 ** 2, 'm2'],
  ])('that has areas in square feet keeps its prices, which %s', (_, perArea, size_unit) => {
    const { stats, filters } = answer()
    const inFeet = stats.map((row) => ({ ...row, median_area: (row.median_area ?? 0) * perArea }))
    const cut = cutAnswer(answer({ stats: inFeet, filters: { ...filters, units: { size: 'sqft' } } }), asked)
    const plain = cutAnswer(answer(), asked)
    if (cut.kind !== 'ok' || plain.kind !== 'ok') return expect.fail()
    expect(cut.edition.size_unit).toBe(size_unit)
    const [figures, same] = [cut, plain].map(({ slices }) => slices.flatMap((slice) => slice.figures))
    const areas = same?.map((figure) => figure?.median_area ?? null)
    expect(figures?.map((figure) => figure?.median_price_per_sqm)).toEqual(
      same?.map((figure) => figure?.median_price_per_sqm),
    )
    for (const [index, figure] of figures?.entries() ?? []) {
      expect(figure?.median_area ?? 0).toBeCloseTo(areas?.[index] ?? 0, 6)
    }
  })

  it('that has few rows in square feet is read as earlier answers were', () => {
    const { stats, filters } = answer()
    const few = stats.slice(0, 1).map((row) => ({ ...row, median_area: 10 * (row.median_area ?? 0) }))
    const inFeet = answer({ stats: few, filters: { ...filters, units: { size: 'sqft' } } })
    const sizeUnitOf = (cut: CutAnswer) => (cut.kind === 'ok' ? [cut.edition.size_unit, cut.inFeet] : [])
    expect(sizeUnitOf(cutAnswer(inFeet, asked))).toEqual(['m2', undefined])
    expect(sizeUnitOf(cutAnswer(inFeet, { ...asked, inFeet: 'areas and prices' }))).toEqual(['sqft', undefined])
    const many = answer({ filters: { ...filters, units: { size: 'sqft' } } })
    expect(sizeUnitOf(cutAnswer(many, { ...asked, inFeet: 'areas' }))).toEqual(['sqft', 'areas and prices'])
  })

  it('drops rows never requested and keeps the first of duplicates', () => {
    const noisy = { ...defaultRules(), isNoisy: true }
    const cut = cutAnswer(statsResponse.parse(statsBody(noisy, cells, {})), asked)
    expect(cut).toEqual({ ...cutAnswer(answer(), asked), sent: { rows: 230, says: null } })
  })

  it('is refused where two rows for a cell differ, because nothing says which of them is right', () => {
    const { stats } = answer()
    const other = { ...stats[0], median_price: 2 * (stats[0]?.median_price ?? 1) }
    const reason = `expected one row for '${other.h3}', found two that differ`
    expect(cutAnswer(answer({ stats: [...stats, other] }), asked)).toEqual({ kind: 'invalid', reason })
    // What is of another resolution is not kept anyway.
    const coarse = [1, 2].map((median_price) => ({ ...stats[0], h3: cellToParent(parent, 4), median_price }))
    expect(cutAnswer(answer({ stats: [...stats, ...coarse] }), asked)).toMatchObject({ kind: 'ok', rows: stats.length })
  })

  it('has what two places agree on where a cell on their border has a row of each, unless that is so of most cells', () => {
    const { stats } = answer()
    const [row] = stats
    if (row === undefined) expect.fail()
    const sold = { ...row, median_price: 2 * (row.median_price ?? 1), name: 'Across the border' }
    const cut = cutAnswer(answer({ stats: [...stats, sold] }), asked)
    const figures = cut.kind === 'ok' ? (cut.slices[0]?.figures ?? []) : []
    expect(figures.filter((figure) => figure !== null)).toHaveLength(stats.length)
    const border = { median_price: null, median_price_per_sqm: row.median_price_per_sqm, name: row.name }
    expect(figures.find((figure) => figure !== null)).toMatchObject(border)
    const ofAll = stats.map((each) => ({ ...each, median_price: 1, name: 'Across the border' }))
    expect(cutAnswer(answer({ stats: [...stats, ...ofAll] }), asked)).toMatchObject({ kind: 'invalid' })
  })

  it('has one figure where two rows differ in the last digits alone', () => {
    const { stats } = answer()
    const near = stats.map((row) => ({ ...row, median_price: (row.median_price ?? 0) * (1 + 1e-9) }))
    expect(cutAnswer(answer({ stats: [...stats, ...near] }), asked)).toEqual(cutAnswer(answer(), asked))
  })

  it('keeps averages and counts that are numbers, and leaves out anything else in their fields', () => {
    const row = { ...answer().stats[0], average_price: 312_000.5, listings: 12 }
    const others = [{ average_price: '312000', listings: 'some' }, { listings: 2.5 }, { listings: -1 }, {}]
    const given = [row, ...others].map((fields, index) => {
      const { average_price: _, listings: __, ...medians } = row
      return { ...medians, ...fields, h3: cells[index] }
    })
    const cut = cutAnswer(receivedStats.parse(answer({ stats: given })), asked)
    const figures = cut.kind === 'ok' ? (cut.slices[0]?.figures.slice(0, given.length) ?? []) : []
    expect(figures[0]).toMatchObject({ average_price: 312_000.5, listings: 12 })
    for (const figure of figures.slice(1)) expect(Object.keys(figure ?? {})).not.toContain('listings')
    expect(figures.slice(1)).toHaveLength(others.length)
    expect(figures).not.toContain(null)
  })

  it('is refused with another resolution, an invalid period or an invalid cell', () => {
    const { stats } = answer()
    expect(cutAnswer(answer({ resolution: 7 }), asked)).toMatchObject({ kind: 'invalid' })
    expect(cutAnswer(answer({ as_of: '2026-11-02' }), asked)).toMatchObject({ kind: 'invalid' })
    const broken = { ...stats[0], h3: `${cellToDecimal(parent)}9` }
    expect(cutAnswer(answer({ stats: [broken] }), asked)).toMatchObject({ kind: 'invalid' })
  })
})

describe('a tile in pieces', () => {
  it('is whole when every piece is there, in any order, and lists the missing cells until then', () => {
    const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: 342 }), { maxLength: 5 })
    fc.assert(
      fc.property(anyFigureTile, anyCuts, fc.nat(), (tile, cuts, seed) => {
        const bounds = [0, ...cuts.filter((cut) => cut < tile.figures.length), tile.figures.length].sort(
          (a, b) => a - b,
        )
        const pieces = bounds.slice(1).map((end, index) => {
          const first = bounds[index] ?? 0
          return { parent: tile.parent, first, figures: tile.figures.slice(first, end) }
        })
        expect(assembleTile(tile.parent, pieces.toReversed())).toEqual(tile)
        const gone = pieces[seed % pieces.length]
        const rest = pieces.filter((piece) => piece !== gone)
        expect(assembleTile(tile.parent, rest)).toBeNull()
        expect(missingSlices(tile.parent, rest)).toEqual([
          {
            parent: tile.parent,
            first: gone?.first,
            cells: tileCells(tile.parent).slice(gone?.first, (gone?.first ?? 0) + (gone?.figures.length ?? 0)),
          },
        ])
      }),
      { numRuns: 40 },
    )
  })
})
