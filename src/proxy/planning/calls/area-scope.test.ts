import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESOLUTIONS } from '../../../domain/cell.ts'
import { cellCenter, circleCandidateCount, circleCells, distanceKm, surelyWithinKm } from '../../../domain/distance.ts'
import { tileParent } from '../../../domain/tile.ts'
import { atOnce, inTurns } from '../../../server/work/turns.ts'
import { missingSlices } from '../../tiles/cut-answer.ts'
import { countCells } from '../../tiles/slice.ts'
import {
  areaCall,
  areaCalls,
  beyondScope,
  orderedCells,
  packArea,
  touchesScope,
  unpackArea,
  withinScope,
} from './area-scope.ts'

const circles = fc.record({
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  // In widths of a cell, so that as many cells are tried at all resolutions.
  widths: fc.double({ min: 0.5, max: 8, noNaN: true }),
  resolution: fc.constantFrom(...RESOLUTIONS),
})
const WIDTH_KM = { 4: 45, 5: 17, 6: 6.5, 7: 2.4, 8: 0.93 }
const EVERY = {
  listCells: 343,
  circleCells: 100_000,
  placeCells: 343,
  isUrlBound: true,
  areListsUnsure: false,
  filledList: 343,
  filledCircle: 8_000,
}

describe('the one call for a circle', () => {
  it('is surely answered for every cell of it, and is never larger than allowed', () => {
    fc.assert(
      fc.property(circles, fc.integer({ min: 20, max: 400 }), ({ lat, lng, widths, resolution }, most) => {
        const circle = { lat, lng, radius_km: widths * WIDTH_KM[resolution] }
        const cells = circleCells(circle, resolution)
        const limits = { ...EVERY, circleCells: most }
        const call = areaCall({ kind: 'circle', ...circle }, [], { limits, resolution })
        if (call === null) {
          const wider = { ...circle, radius_km: circle.radius_km + 3 * WIDTH_KM[resolution] }
          expect(circleCandidateCount(wider, resolution)).toBeGreaterThan(most)
          return
        }
        if (call.selector.kind !== 'circle') throw new Error('a circle is asked for as one')
        expect(circleCandidateCount(call.selector, resolution)).toBeLessThanOrEqual(most)
        const sure = surelyWithinKm(call.selector, resolution)
        for (const cell of cells) expect(distanceKm(call.selector, cellCenter(cell))).toBeLessThanOrEqual(sure)
      }),
      // The wider circle reaches larger cells than the narrower one.
      { numRuns: 60, examples: [[{ lat: 0, lng: 0, widths: 2.84, resolution: 4 }, 221]] },
    )
  })

  it('is one for each of several areas, and what two of them share is fetched with the first', async () => {
    const circles = [2, 2.02, 2.5].map((lng) => ({ kind: 'circle', lat: 41, lng, radius_km: 3 }) as const)
    const parts = circles.map((shape) => ({ shape, cells: orderedCells(circleCells(shape, 8)).byTile }))
    const all = orderedCells(new Set(circles.flatMap((circle) => circleCells(circle, 8))))
    const wanted = [...all.byTile.keys()].flatMap((parent) => missingSlices(parent, []))
    const scope = { shape: { kind: 'several', of: parts }, cells: all.byTile } as const
    const inside = atOnce(withinScope(wanted, scope))
    const calls = (await inTurns(areaCalls(scope.shape, inside, { limits: EVERY, resolution: 8 }))) ?? []
    expect(calls.map(({ selector }) => selector.kind)).toEqual(['circle', 'circle', 'circle'])
    const fetched = calls.flatMap(({ slices }) => slices.flatMap(({ cells }) => cells))
    expect(fetched.toSorted()).toEqual([...all.cells])
    const narrow = { limits: { ...EVERY, circleCells: 1 }, resolution: 8 } as const
    expect(await inTurns(areaCalls(scope.shape, inside, narrow))).toBeNull()
  })

  it('is not made where the widest circle of the interface is too small', () => {
    const whole = { kind: 'circle', lat: 41, lng: 2, radius_km: 490 } as const
    expect(areaCall(whole, [], { limits: EVERY, resolution: 4 })).toBeNull()
  })
})

it('the scope of an area cuts tiles to its cells, each once', () => {
  fc.assert(
    fc.property(circles, ({ lat, lng, widths, resolution }) => {
      const cells = circleCells({ lat, lng, radius_km: widths * WIDTH_KM[resolution] }, resolution)
      const { cells: ordered, byTile } = orderedCells(cells)
      const scope = { shape: null, cells: byTile }
      expect(ordered).toEqual([...cells].sort())
      expect(atOnce(unpackArea(packArea({ cells: ordered, byTile })))).toEqual({ cells: ordered, byTile })
      expect([...scope.cells.keys()].sort()).toEqual([...new Set(cells.map(tileParent))].sort())
      const whole = [...scope.cells.keys()].flatMap((parent) => missingSlices(parent, []))
      const cut = atOnce(withinScope(whole, scope))
      const touched = whole.filter((slice) => touchesScope([slice], scope))
      expect(new Set(touched.map(({ parent }) => parent))).toEqual(new Set(cut.map(({ parent }) => parent)))
      expect(countCells(atOnce(beyondScope(whole, scope))) + countCells(cut)).toBe(countCells(whole))
      expect(countCells(cut)).toBe(cells.length)
      expect(new Set(cut.flatMap((slice) => slice.cells))).toEqual(new Set(cells))
    }),
    { numRuns: 20 },
  )
})
