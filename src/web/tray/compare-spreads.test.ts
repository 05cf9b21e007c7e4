import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from '../areas/distribution.ts'
import { compareShownSpreads, compareSpreads } from './compare-spreads.ts'

const of = (...values: number[]) => distributionOf(values) ?? expect.fail()
const BASE = of(10, 20, 30, 40, 50)

test('areas differ from middle cell to middle cell', () => {
  expect(compareSpreads(of(13, 23, 33, 43, 53), BASE)).toMatchObject({ amount: 3, percent: 10 })
  expect(compareSpreads(BASE, BASE)).toEqual({ amount: 0, percent: 0, overlap: 'alike' })
  expect(compareSpreads(of(-1, 2), of(0)).percent, 'a share of nothing').toBeNull()
})

test('a difference is exact in files, and that of the figures beside it on the screen', () => {
  const [own, baseline] = [of(5_751.6), of(6_765.4)]
  expect(compareSpreads(own, baseline).amount).toBeCloseTo(-1_013.8)
  expect(compareShownSpreads(own, baseline).amount, 'as of $5,752 and $6,765').toBe(-1_013)
})

test('a word says how far the spreads overlap', () => {
  expect(compareSpreads(of(51, 52, 53, 54, 55), BASE).overlap).toBe('apart')
  expect(compareSpreads(of(5, 41, 42, 43, 90), BASE).overlap).toBe('halves_apart')
  expect(compareSpreads(of(20, 38, 41, 60, 70), BASE).overlap).toBe('overlap')
  expect(compareSpreads(of(15, 25, 35, 45, 55), BASE).overlap).toBe('alike')
  expect(compareSpreads(of(60, 70, 80, 90), BASE).overlap, 'four cells have no middle half').toBe('unknown')
})

test('the word is the same both ways round', () => {
  const areas = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 9 }).map((values) => of(...values))
  fc.assert(
    fc.property(areas, areas, (own, other) => {
      expect(compareSpreads(own, other).overlap).toBe(compareSpreads(other, own).overlap)
    }),
  )
})
