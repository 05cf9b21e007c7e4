import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classBreaks } from '../../../domain/class-breaks.ts'
import { histogram } from './histogram.ts'

test('every value is counted once, in its class', () => {
  const valued = fc.record({ value: fc.double({ min: -10, max: 1e5, noNaN: true }), isEstimated: fc.boolean() })
  fc.assert(
    fc.property(fc.array(valued, { maxLength: 300 }), (values) => {
      const breaks = classBreaks(
        'quantile',
        values.map(({ value }) => value),
      )
      const bins = histogram(values, breaks)
      expect(bins).toHaveLength(breaks.length + 1)
      const sum = (which: 'observed' | 'estimated') => bins.flat().reduce((total, bin) => total + bin[which], 0)
      expect(sum('estimated')).toBe(values.filter(({ isEstimated }) => isEstimated).length)
      expect(sum('observed') + sum('estimated')).toBe(values.length)
    }),
  )
})

test('values beyond the drawn ends fall into the end bins', () => {
  const bins = histogram(
    [-1e6, 150, 1e6].map((value) => ({ value, isEstimated: false })),
    [100, 200],
  )
  expect(bins[0]?.[0]?.observed).toBe(1)
  expect(bins[1]?.[2]?.observed).toBe(1)
  expect(bins[2]?.[3]?.observed).toBe(1)
})

test('a class without any break has one bar', () => {
  const values = [1_999, 3_082, 3_082].map((value) => ({ value, isEstimated: value < 2_000 }))
  expect(histogram(values, [])).toEqual([[{ observed: 2, estimated: 1 }]])
})
