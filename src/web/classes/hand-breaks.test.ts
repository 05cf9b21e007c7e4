import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classOf } from '../../domain/class-breaks.ts'
import { breaksText, readBreaks } from './hand-breaks.ts'

const USD = { currency: 'USD', size_unit: 'm2' }
const EUR = { currency: 'EUR', size_unit: 'm2', rate: 0.8 }

test('numbers in the currency shown become breaks in the currency bought, except for sizes', () => {
  expect(readBreaks(' 2000;4000.5\n8000 ', 'median_price', USD)).toEqual({ kind: 'ok', at: [2000, 4000.5, 8000] })
  expect(readBreaks('2000 4000', 'median_price', EUR)).toEqual({ kind: 'ok', at: [2500, 5000] })
  expect(readBreaks('20 40', 'median_area', EUR)).toEqual({ kind: 'ok', at: [20, 40] })
  expect(breaksText([2500, 5000], 'median_price', EUR)).toBe('2000  4000')
})

test('breaks below zero are read as they are shown, and with a hyphen', () => {
  expect(breaksText([-15, 2], 'change', USD)).toBe('−15  2')
  for (const text of ['−15  2', '-15 2']) {
    expect(readBreaks(text, 'change', USD)).toEqual({ kind: 'ok', at: [-15, 2] })
  }
})

test.each(['', '2,000 3,000', '3 2', '2 2', 'Infinity', '1 2 3 4 5 6 7 8 9'])('%j is refused and quoted', (text) => {
  const read = readBreaks(text, 'median_price', USD)
  expect(read.kind === 'invalid' && read.message.includes(`“${text}”`)).toBe(true)
})

test('every value is in exactly one class of breaks set by hand, the extremes included', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(numbers, fc.double({ noNaN: true }), (some, value) => {
      const read = readBreaks(some.sort((a, b) => a - b).join(' '), 'median_price', EUR)
      const at = read.kind === 'ok' ? read.at : expect.fail(read.message)
      const index = classOf(value, at)
      expect(value >= (at[index - 1] ?? -Infinity) && (index === at.length || value < (at[index] ?? -Infinity))).toBe(
        true,
      )
    }),
  )
})
