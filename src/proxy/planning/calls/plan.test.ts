import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tileCells } from '../../../domain/tile.ts'
import { anyCell } from '../../../testing/arbitraries.ts'
import { countCells, type Slice } from '../../tiles/slice.ts'
import { planLists } from './plan.ts'
import { cellsWithin, statsTarget } from './stats-target.ts'

const anyWanted = fc
  .uniqueArray(anyCell(4), { maxLength: 12 })
  .chain((parents) =>
    fc.tuple(
      ...parents.map((parent) => fc.nat({ max: 342 }).map((first) => sliceFrom(parent, first % 5 === 0 ? 0 : first))),
    ),
  )
const anyCapacity = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 343, max: 5_000 }))

function sliceFrom(parent: Parameters<typeof tileCells>[0], from: number): Slice {
  const cells = tileCells(parent)
  const first = Math.min(from, cells.length - 1)
  return { parent, first, cells: cells.slice(first) }
}

function cellsOf(calls: ReturnType<typeof planLists>) {
  return calls.map(({ selector }) => (selector.kind === 'cells' ? selector.cells : []))
}

describe('a plan of lists', () => {
  it('asks for every wanted cell exactly once, and for nothing else', () => {
    fc.assert(
      fc.property(anyWanted, anyCapacity, (wanted, capacity) => {
        const asked = cellsOf(planLists(wanted, capacity)).flat()
        expect(asked).toEqual(wanted.flatMap(({ cells }) => cells))
        expect(new Set(asked).size).toBe(asked.length)
      }),
    )
  })

  it('never makes a call beyond the budget, and takes no more calls than the cells need', () => {
    fc.assert(
      fc.property(anyWanted, anyCapacity, (wanted, capacity) => {
        const calls = cellsOf(planLists(wanted, capacity))
        for (const cells of calls) expect(cells.length).toBeLessThanOrEqual(capacity)
        expect(calls.length).toBe(Math.ceil(countCells(wanted) / capacity))
      }),
    )
  })

  it('keeps the place of every piece within its tile', () => {
    fc.assert(
      fc.property(anyWanted, anyCapacity, (wanted, capacity) => {
        for (const { parent, first, cells } of planLists(wanted, capacity).flatMap(({ slices }) => slices)) {
          expect(cells.length).toBeGreaterThan(0)
          expect(tileCells(parent).slice(first, first + cells.length)).toEqual(cells)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('keeps tiles whole where cutting them saves no call', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyCell(4), { minLength: 1, maxLength: 3 }), (parents) => {
        const calls = planLists(
          parents.map((parent) => sliceFrom(parent, 0)),
          parents.length * 343 + 100,
        )
        expect(calls.flatMap(({ slices }) => slices).length).toBe(parents.length)
      }),
    )
  })

  it('never makes a request line longer than the limit', () => {
    const anyLens = fc.constantFrom({}, { ad_sub_type: 'rent', property_type: 'apartment', max_price_usd: '500000' })
    const anyQuestion = fc.record({
      basePath: fc.constant('/public/v1'),
      lens: anyLens,
      resolution: fc.constant(7 as const),
      style: fc.constantFrom('commas' as const, 'repeats' as const),
    })
    fc.assert(
      fc.property(anyWanted, anyQuestion, fc.integer({ min: 300, max: 64_000 }), (wanted, question, bytes) => {
        for (const { selector } of planLists(wanted, cellsWithin(bytes, question))) {
          expect(statsTarget(question, selector).length).toBeLessThanOrEqual(bytes)
        }
      }),
    )
  })
})
