import fc from 'fast-check'
import { cellToChildren, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { type Cell, cellParent, cellToBigInt, RESOLUTIONS, type Resolution, trustCell } from '../../domain/cell.ts'
import { parentId, sampleDescendants } from './cell-id.ts'
import { parseCountry } from './countries.ts'
import { allTerritoryCells, countTerritory, rolledUpFrom, territoryCells } from './territory.ts'

const resolution = fc.constantFrom<Resolution>(...RESOLUTIONS)
const point = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const cellAt = (at: { lat: number; lng: number }, res: number) => trustCell(latLngToCell(at.lat, at.lng, res))
const children = (cell: Cell, res: number) => cellToChildren(cell, res).map(trustCell)

/** Takes all steps at once. */
function ended<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('cell ids', () => {
  it('have the same parents as in h3', () => {
    fc.assert(
      fc.property(point, resolution, (at, res) => {
        const cell = cellAt(at, 8)
        expect(parentId(cellToBigInt(cell), res)).toBe(cellToBigInt(cellParent(cell, res)))
      }),
    )
  })

  it('are sampled among the descendants of their cell', () => {
    fc.assert(
      fc.property(point, resolution, resolution, (at, a, b) => {
        const [from, to] = [Math.min(a, b) as Resolution, Math.max(a, b) as Resolution]
        const cell = cellAt(at, from)
        const sample = sampleDescendants(cellToBigInt(cell), from, to)
        const below = new Set(children(cell, to).map(cellToBigInt))
        expect(new Set(sample).size).toBe(7 ** Math.min(2, to - from))
        expect(sample.every((id) => below.has(id))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a territory', () => {
  const barcelona = cellAt({ lat: 41.39, lng: 2.17 }, 6)
  const stored = children(barcelona, 7)

  it('has its stored cells at their own resolution, their parents at coarser and their children at finer ones', () => {
    expect([...territoryCells(stored, 7)]).toEqual(stored)
    expect([...territoryCells(stored, 6)]).toEqual([barcelona])
    expect([...territoryCells(stored, 8)]).toEqual(children(barcelona, 8))
    expect([4, 6, 7, 8].map((res) => ended(countTerritory(stored, res)))).toEqual([1, 1, 7, 49])
    expect([6, 7, 8].map((res) => ended(rolledUpFrom(stored, res)))).toEqual([7, null, null])
  })

  it('continues after any of its cells without repeats or gaps', () => {
    fc.assert(
      fc.property(fc.constantFrom(6, 7, 8), fc.nat(48), (res, at) => {
        const all = [...territoryCells(stored, res)]
        const after = all[at % all.length] ?? null
        expect([...territoryCells(stored, res, after)]).toEqual(all.slice((at % all.length) + 1))
      }),
    )
  })

  it('can be stored at several resolutions', () => {
    const mixed = [barcelona, ...children(barcelona, 7), cellAt({ lat: 48.85, lng: 2.35 }, 8)]
    expect(ended(allTerritoryCells(mixed, 7))).toHaveLength(8)
    expect(ended(countTerritory(mixed, 7))).toBeGreaterThanOrEqual(8)
  })
})

describe('a country code', () => {
  it('is one of the 249 of ISO 3166-1, or that of Kosovo', () => {
    expect(['es', 'GB', 'XK', 'uk', 'zz', ''].map(parseCountry)).toEqual(['es', 'gb', 'xk', null, null, null])
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const all = letters.flatMap((a) => letters.map((b) => a + b)).filter(parseCountry)
    expect(all).toHaveLength(250)
  })
})
