import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from './distribution.ts'

test('an empty list has no distribution', () => {
  expect(distributionOf([])).toBeNull()
})

test('one value is its own quartiles', () => {
  const four = { least: 4, lowerQuartile: 4, middle: 4, upperQuartile: 4, most: 4 }
  expect(distributionOf([4])).toEqual({ count: 1, ...four })
})

test('quartiles of an even count lie between neighbours, in any order of the values', () => {
  expect(distributionOf([40, 10, 30, 20])).toEqual({
    count: 4,
    least: 10,
    lowerQuartile: 17.5,
    middle: 25,
    upperQuartile: 32.5,
    most: 40,
  })
})

test('quartiles are ordered, and half of the values lie on either side of the middle', () => {
  const some = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(some, (values) => {
      const spread = distributionOf(values)
      if (spread === null) throw new Error('some values have a distribution')
      const { least, lowerQuartile, middle, upperQuartile, most } = spread
      // Interpolation rounds, so the order holds only within the rounding error.
      const ordered = [least, lowerQuartile, middle, upperQuartile, most]
      for (let i = 1; i < ordered.length; i++) expect((ordered[i] ?? 0) - (ordered[i - 1] ?? 0)).toBeGreaterThan(-1e-6)
      expect(values.filter((value) => value < middle - 1e-6).length).toBeLessThanOrEqual(values.length / 2)
      expect(values.filter((value) => value > middle + 1e-6).length).toBeLessThanOrEqual(values.length / 2)
    }),
  )
})
