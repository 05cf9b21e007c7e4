import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { findRate, LEAST_CELLS } from './currency-rate.ts'

const CELLS = parentsAround(8, 1).flatMap(tileCells)

/** Figures, one cell for each value; null where there is no value. */
function figuresOf(prices: readonly (number | null)[], perSqm: readonly (number | null)[] = []) {
  return CELLS.slice(0, prices.length).map((cell, index) => ({
    cell,
    median_price: prices[index] ?? null,
    median_price_per_sqm: perSqm[index] ?? null,
  }))
}

/** Rounds to decimals as services do; null leaves all digits. */
const rounded = (value: number, decimals: number | null) =>
  decimals === null
    ? value
    : decimals >= 0
      ? Number(value.toFixed(decimals))
      : Math.round(value * 10 ** decimals) / 10 ** decimals

const price = fc.double({ min: 20_000, max: 3_000_000, noNaN: true })
const prices = fc.array(price, { minLength: LEAST_CELLS, maxLength: 120 })
const anyRate = fc.double({ min: -2, max: 4.3, noNaN: true }).map((power) => 10 ** power)
const decimals = fc.constantFrom(null, 0, 1, 2, -1, -2)

describe('finding a rate', () => {
  it('one rate behind all figures is found, within the error of rounding', () => {
    fc.assert(
      fc.property(prices, anyRate, decimals, decimals, (values, rate, ofBase, ofOther) => {
        const base = figuresOf(
          values.map((value) => rounded(value, ofBase)),
          values.map((value) => rounded(value / 83.7, ofBase)),
        )
        const other = figuresOf(
          values.map((value) => rounded(value * rate, ofOther)),
          values.map((value) => rounded((value * rate) / 83.7, ofOther)),
        )
        const found = findRate(base, other)
        expect(found.kind).not.toBe('varying')
        if (found.kind !== 'constant') return
        expect(found.cells).toBe(values.length)
        expect(Math.abs(found.rate - rate)).toBeLessThanOrEqual(rate * (found.spread * 1.01 + 1e-12))
      }),
    )
  })

  it('rounding to significant digits is distinguished from a varying rate', () => {
    const digits = fc.integer({ min: 3, max: 9 })
    fc.assert(
      fc.property(prices, anyRate, digits, digits, (values, rate, ofBase, ofOther) => {
        const shown = (factor: number, digits: number) => {
          const round = (value: number) => Number(value.toPrecision(digits))
          return figuresOf(
            values.map((value) => round(value * factor)),
            values.map((value) => round((value * factor) / 83.7)),
          )
        }
        const found = findRate(shown(1, ofBase), shown(rate, ofOther))
        expect(found.kind).not.toBe('varying')
        if (found.kind === 'constant')
          expect(Math.abs(found.rate / rate - 1)).toBeLessThanOrEqual(found.spread * 1.01 + 1e-12)
      }),
    )
  })

  it('figures that are not rounded give the rate to its last significant digit', () => {
    fc.assert(
      fc.property(prices, anyRate, (round, rate) => {
        const values = round.map((value) => value * Math.PI)
        const found = findRate(figuresOf(values), figuresOf(values.map((value) => value * rate)))
        if (found.kind !== 'constant') throw new Error(`found ${found.kind}`)
        expect(found.rate / rate).toBeCloseTo(1, 11)
        expect(found.spread).toBeLessThan(1e-11)
      }),
    )
  })

  it('one cell off by more than rounding rules out a rate, whichever cell and metric', () => {
    const off = fc.double({ min: 0.002, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(prices, fc.nat(), off, fc.boolean(), fc.boolean(), (values, which, by, isUp, isPerSqm) => {
        const bent = values.map((value, index) =>
          rounded(value * 0.9213 * (index === which % values.length ? 1 + (isUp ? by : -by) : 1), 0),
        )
        const straight = values.map((value) => rounded(value * 0.9213, 0))
        const whole = values.map((value) => rounded(value, 0))
        const other = isPerSqm ? figuresOf(straight, bent) : figuresOf(bent, straight)
        // Values that happen to share a divisor count as rounded to it.
        fc.pre([whole, bent, straight].every((side) => divisor(side) === 1))
        expect(findRate(figuresOf(whole, whole), other).kind).toBe('varying')
      }),
    )
  })

  it('cells without a value on either side, or missing from one side, do not count', () => {
    const values = [210_000, 330_500, null, 127_300, 0, 989_900, 450_250, 300_000]
    const base = [...figuresOf(values), null]
    const other = figuresOf(values.map((value) => value && value * 2)).reverse()
    const [, ...missing] = other
    expect(findRate(base, missing)).toMatchObject({ kind: 'constant', rate: expect.closeTo(2, 6), cells: 5 })
    expect(findRate(base, [null, ...other])).toMatchObject({ kind: 'constant', rate: expect.closeTo(2, 6), cells: 6 })
  })

  it('a metric rounded to 0 in one currency is ignored', () => {
    const values = [20_011, 31_407, 42_853, 53_129, 64_567]
    const base = figuresOf(values, [239, 371, 502, 634, 765])
    const other = figuresOf(
      values.map((value) => rounded(value * 0.9213, 2)),
      [0, 0, 0, 0, 0],
    )
    expect(findRate(base, other)).toMatchObject({ kind: 'constant', cells: 5 })
  })

  it('fewer than five cells decide nothing', () => {
    const few = figuresOf(Array.from({ length: LEAST_CELLS - 1 }, (_, index) => 100_000 + 1_117 * index))
    expect(findRate(few, few)).toEqual({ kind: 'undecided', cells: LEAST_CELLS - 1 })
    expect(findRate([], [])).toEqual({ kind: 'undecided', cells: 0 })
    const nothing = figuresOf(new Array(50).fill(0))
    expect(findRate(nothing, nothing)).toEqual({ kind: 'undecided', cells: 0 })
  })

  it('figures rounded too coarsely decide nothing', () => {
    const rents = figuresOf([null, null, null, null, null, null], [7, 8, 9, 11, 13, 14])
    expect(findRate(rents, rents).kind).toBe('undecided')
  })

  it('a price of 0 that is positive in the other currency is not explained by rounding', () => {
    const values = [210_000, 330_500, 127_300, 989_900, 450_251]
    const base = figuresOf([...values, 0])
    expect(findRate(base, figuresOf([...values, 900])).kind).toBe('varying')
    expect(findRate(figuresOf([...values, 900]), base).kind).toBe('varying')
  })

  it('amounts rounded to fifties are distinguished from a varying rate', () => {
    const values = [210_150, 330_500, 127_300, 989_900, 450_250, 83_350]
    const fifties = values.map((value) => Math.round((value * 1.3077) / 50) * 50)
    expect(findRate(figuresOf(values), figuresOf(fifties))).toMatchObject({ kind: 'constant' })
  })
})

function divisor(values: readonly number[]): number {
  return values.reduce((a, b) => {
    let [x, y] = [a, b]
    while (y !== 0) [x, y] = [y, x % y]
    return x
  }, 0)
}
