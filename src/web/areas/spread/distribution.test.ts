import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from './distribution.ts'

test('an empty list has no distribution', () => {
  expect(distributionOf([])).toBeNull()
})

test('fewer than five values have a middle and no quartiles', () => {
  expect(distributionOf([4])).toEqual({ count: 1, least: 4, middle: 4, most: 4, quartiles: null })
  expect(distributionOf([40, 10, 30, 20])).toEqual({ count: 4, least: 10, middle: 25, most: 40, quartiles: null })
})

test('five values have quartiles', () => {
  expect(distributionOf([3, 1, 2, 5, 4])).toMatchObject({ count: 5, middle: 3, quartiles: { lower: 2, upper: 4 } })
})

test('quartiles of an even count lie between neighbours, in any order of the values', () => {
  expect(distributionOf([60, 10, 30, 20, 50, 40])).toEqual({
    count: 6,
    least: 10,
    middle: 35,
    most: 60,
    quartiles: { lower: 22.5, upper: 47.5 },
  })
})

test('quartiles are ordered, and half of the values lie on either side of the middle', () => {
  const some = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(some, (values) => {
      const spread = distributionOf(values)
      if (spread === null) throw new Error('some values have a distribution')
      const { least, middle, most } = spread
      const { lower = middle, upper = middle } = spread.quartiles ?? {}
      // Interpolation rounds, so the order holds only within the rounding error.
      const ordered = [least, lower, middle, upper, most]
      for (let i = 1; i < ordered.length; i++) expect((ordered[i] ?? 0) - (ordered[i - 1] ?? 0)).toBeGreaterThan(-1e-6)
      expect(values.filter((value) => value < middle - 1e-6).length).toBeLessThanOrEqual(values.length / 2)
      expect(values.filter((value) => value > middle + 1e-6).length).toBeLessThanOrEqual(values.length / 2)
    }),
  )
})
