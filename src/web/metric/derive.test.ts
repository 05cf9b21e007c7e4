import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClassScale } from '../../contract/class-scale.ts'
import { classOf } from '../../domain/class-breaks.ts'
import { derivedValue, deriveScale, fixedBreaks, isPooledCount, isTooSmall } from './derive.ts'

const NONE = { budget: null, size: null, min_area: null, baseline: null }
const PER_SQM = [1_200, 2_000, 2_750, 3_600, 5_200, 9_000]

function scaleOf(breaks: number[]): ClassScale {
  return {
    kind: 'territory',
    territory: { geo_id: 'z1', name: 'Barcelona', level: 'city', country: 'es' },
    breaks: { quantile: breaks, jenks: breaks, logarithmic: breaks, equal: breaks },
    provisional: false,
    stands_in: false,
    observed: 300,
  }
}

function breaksOf(scale: ClassScale | null): readonly number[] {
  return scale?.kind === 'territory' ? (scale.breaks?.quantile ?? []) : []
}

test('a budget buys fewer square metres where they cost more, and a size costs more', () => {
  expect(derivedValue('area_for_budget', 4_000, { ...NONE, budget: 300_000 })).toBe(75)
  expect(derivedValue('price_for_area', 4_000, { ...NONE, size: 80 })).toBe(320_000)
  expect(derivedValue('difference', 4_400, { ...NONE, baseline: 4_000 })).toBeCloseTo(10)
  expect(derivedValue('difference', 3_000, { ...NONE, baseline: 4_000 })).toBeCloseTo(-25)
})

test('nothing is derived without an amount, or from a cell without a price', () => {
  for (const metric of ['area_for_budget', 'price_for_area', 'difference'] as const) {
    expect(derivedValue(metric, 4_000, NONE)).toBeNull()
    for (const perSqm of [null, 0]) {
      expect(derivedValue(metric, perSqm, { budget: 1, size: 1, min_area: 1, baseline: 1 })).toBeNull()
    }
  }
})

test('a home is too small where the budget buys less than is wanted, and only then', () => {
  const wanted = { ...NONE, budget: 300_000, min_area: 75 }
  expect(isTooSmall('area_for_budget', 74.9, wanted)).toBe(true)
  expect(isTooSmall('area_for_budget', 75, wanted)).toBe(false)
  expect(isTooSmall('area_for_budget', 1, { ...wanted, min_area: null })).toBe(false)
  expect(isTooSmall('median_area', 1, wanted)).toBe(false)
})

test('the classes of a budget are those of the price, the other way round', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), fc.constantFrom(...PER_SQM), (budget, at) => {
      const amounts = { ...NONE, budget }
      const breaks = breaksOf(deriveScale(scaleOf(PER_SQM), 'area_for_budget', amounts))
      expect(breaks).toHaveLength(PER_SQM.length)
      expect(breaks).toEqual([...new Set(breaks)].sort((a, b) => a - b))
      // Far enough from a break not to depend on its rounding.
      for (const perSqm of [0.94 * at, 1.06 * at]) {
        const value = derivedValue('area_for_budget', perSqm, amounts) ?? Number.NaN
        expect(classOf(value, breaks)).toBe(PER_SQM.length - classOf(perSqm, PER_SQM))
      }
    }),
  )
})

test('the classes of a size follow those of the price, and others stay as they are', () => {
  const scale = scaleOf(PER_SQM)
  expect(breaksOf(deriveScale(scale, 'price_for_area', { ...NONE, size: 100 }))).toEqual(PER_SQM.map((at) => 100 * at))
  expect(deriveScale(scale, 'median_price', NONE)).toBe(scale)
  expect(deriveScale(scale, 'area_for_budget', NONE)).toBeNull()
})

test('the fixed classes of a difference have 0 in the middle', () => {
  const breaks = fixedBreaks('difference') ?? expect.fail()
  expect(breaks.map((at) => -at).reverse()).toEqual(breaks)
  expect(breaks).not.toContain(0)
  expect(fixedBreaks('median_price')).toBeNull()
})

test('an estimated cell has no number of listings of its own', () => {
  expect(isPooledCount({ estimated: true }, 'listings')).toBe(true)
  expect(isPooledCount({ estimated: false }, 'listings')).toBe(false)
  expect(isPooledCount({ estimated: true }, 'median_price')).toBe(false)
})
