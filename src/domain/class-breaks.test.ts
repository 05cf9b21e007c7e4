import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLASSES, classBreaks, classOf, METHODS } from './class-breaks.ts'

const price = fc.double({ min: 0.5, max: 40_000, noNaN: true })
const prices = fc.array(price, { minLength: 1, maxLength: 400 })
/** Many equal values, as where prices are rounded. */
const alike = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 })

describe.each(METHODS)('the method %s', (method) => {
  test('puts every value into exactly one class, the extremes included', () => {
    fc.assert(
      fc.property(prices, fc.array(fc.double({ noNaN: true }), { maxLength: 10 }), (values, others) => {
        const breaks = classBreaks(method, values)
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

  test('returns strictly ascending breaks, with values in the first and the last class', () => {
    fc.assert(
      fc.property(fc.oneof(prices, alike), (values) => {
        const breaks = classBreaks(method, values)
        expect(breaks.length).toBeLessThan(CLASSES)
        for (const [i, at] of breaks.entries()) if (i > 0) expect(at).toBeGreaterThan(breaks[i - 1] ?? Infinity)
        const classes = values.map((value) => classOf(value, breaks))
        expect(Math.min(...classes)).toBe(0)
        expect(Math.max(...classes)).toBe(breaks.length)
      }),
    )
  })

  test('gives each value its own class where there are no more of them than classes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(price, { minLength: 1, maxLength: CLASSES }), fc.nat(30), (distinct, repeats) => {
        const values = [...distinct, ...Array.from({ length: repeats }, () => distinct[0] ?? 0)]
        const breaks = classBreaks(method, values)
        expect(breaks).toHaveLength(distinct.length - 1)
        expect(new Set(distinct.map((value) => classOf(value, breaks))).size).toBe(distinct.length)
      }),
    )
  })

  test('returns the same breaks in whatever order the values come', () => {
    fc.assert(
      fc.property(prices, (values) => {
        expect(classBreaks(method, [...values].reverse())).toEqual(classBreaks(method, values))
      }),
    )
  })

  test('has no breaks for equal values or none', () => {
    expect(classBreaks(method, [4000, 4000, 4000])).toEqual([])
    expect(classBreaks(method, [])).toEqual([])
  })
})

const spread = Array.from({ length: 700 }, (_, i) => 1500 * 1.004 ** i)
const sizesOf = (breaks: readonly number[]) =>
  Array.from({ length: CLASSES }, (_, i) => spread.filter((value) => classOf(value, breaks) === i).length)

test('quantiles hold about the same number of values, and breaks are round', () => {
  const breaks = classBreaks('quantile', spread)
  expect(breaks).toEqual([2200, 3300, 5000, 7400, 11000, 16000])
  expect(Math.min(...sizesOf(breaks))).toBeGreaterThan(80)
})

test('logarithmic classes have equal ratios, equal ones equal widths', () => {
  expect(classBreaks('logarithmic', [100, ...spread.slice(0, 9), 1e9])).toEqual([1000, 10_000, 100_000, 1e6, 1e7, 1e8])
  expect(classBreaks('equal', [0, 1, 2, 3, 4, 5, 6, 7, 70])).toEqual([10, 20, 30, 40, 50, 60])
})

test('Jenks keeps groups together, also when there are too many values to compare all', () => {
  const groups = Array.from({ length: CLASSES }, (_, group) => 1000 * 2 ** group)
  const values = groups.flatMap((start) => Array.from({ length: 900 }, (_, i) => start + i / 10))
  const breaks = classBreaks('jenks', values)
  expect(values.map((value) => classOf(value, breaks))).toEqual(values.map((_, i) => Math.floor(i / 900)))
})

test('a break with many digits lies between two values, so that a value which lost some digits keeps its class', () => {
  const values = [3900, 4100.26, 4100.27, 4100.28, 4100.29, 4100.3, 4100.31, 5126.88]
  const breaks = classBreaks('quantile', values)
  const cutOff = values.map((value) => value - 0.004)
  expect(cutOff.map((value) => classOf(value, breaks))).toEqual(values.map((value) => classOf(value, breaks)))
})
