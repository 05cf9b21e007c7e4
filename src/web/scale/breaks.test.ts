import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLASSES, classOf, quantileBreaks } from './breaks.ts'

const prices = fc.array(fc.double({ min: 0.5, max: 40_000, noNaN: true }), { minLength: 1, maxLength: 400 })

test('every value falls into exactly one class, including the extremes', () => {
  fc.assert(
    fc.property(prices, fc.array(fc.double({ noNaN: true }), { maxLength: 10 }), (values, others) => {
      const breaks = quantileBreaks(values)
      for (const value of [...values, ...others, -Infinity, Infinity, ...breaks]) {
        const index = classOf(value, breaks)
        const holding = Array.from({ length: breaks.length + 1 }, (_, i) => i).filter(
          (i) => value >= (breaks[i - 1] ?? -Infinity) && (i === breaks.length || value < (breaks[i] ?? Infinity)),
        )
        expect(holding).toEqual([index])
      }
    }),
  )
})

test('breaks ascend strictly and the end classes are not empty', () => {
  fc.assert(
    fc.property(prices, (values) => {
      const breaks = quantileBreaks(values)
      expect(breaks.length).toBeLessThan(CLASSES)
      for (const [i, at] of breaks.entries()) if (i > 0) expect(at).toBeGreaterThan(breaks[i - 1] ?? Infinity)
      const classes = values.map((value) => classOf(value, breaks))
      expect(Math.min(...classes)).toBe(0)
      expect(Math.max(...classes)).toBe(breaks.length)
    }),
  )
})

test('classes hold about the same number of values and breaks are round', () => {
  const values = Array.from({ length: 700 }, (_, i) => 1500 * 1.004 ** i)
  const breaks = quantileBreaks(values)
  expect(breaks).toEqual([2200, 3300, 5000, 7400, 11000, 16000])
  const sizes = Array.from({ length: 7 }, (_, i) => values.filter((value) => classOf(value, breaks) === i).length)
  expect(Math.min(...sizes)).toBeGreaterThan(80)
})

test('equal values are one class', () => {
  expect(quantileBreaks([4000, 4000, 4000])).toEqual([])
  expect(quantileBreaks([])).toEqual([])
})
