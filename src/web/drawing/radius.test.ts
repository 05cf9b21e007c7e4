import { afterEach, expect, test } from 'vitest'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { radiusWords } from '../ui/words/radius-words.ts'
import { firstRadius, radiusError, radiusOfTyped, typedRadius } from './radius.ts'

afterEach(() => useAreaUnit.setState({ unit: null }))

test.each([0.1, 0.25, 2, 500])('%d km can be drawn', (km) => {
  expect(radiusError(km)).toBeNull()
})

test.each([0, 0.05, -3, 500.1])('%d km is refused with the bound', (km) => {
  expect(radiusError(km)).toContain(String(km).replace('-', '−'))
  expect(radiusError(km)).toMatch(/at (least 0\.1|most 500) km/)
})

test('an empty field asks for a radius', () => {
  expect(radiusError(null)).toMatch(/Enter a radius from 0\.1 to 500 km/)
})

test('a first circle has 2 km in a city and grows with the view, so it is never a dot', () => {
  const view = (height: number) => ({ west: 0, east: 1, south: 41, north: 41 + height })
  expect(firstRadius(null)).toBe(2)
  expect(firstRadius(view(0.15))).toBe(2)
  expect(firstRadius(view(2))).toBe(20)
  expect(firstRadius(view(40))).toBe(200)
})

test('readers who chose square feet read and type miles, and an untouched field keeps the radius', () => {
  expect([radiusWords(2.345), typedRadius(2.345678), radiusOfTyped(2.5)]).toEqual(['2.35 km', 2.346, 2.5])
  useAreaUnit.setState({ unit: 'ft2' })
  expect([radiusWords(2.345), typedRadius(2.345678), radiusOfTyped(1)]).toEqual(['1.46 mi', 1.458, 1.609344])
  expect([0.062, 0.333, 310].map((miles) => typedRadius(radiusOfTyped(miles)))).toEqual([0.062, 0.333, 310])
  expect(radiusWords(500), 'as large as may be typed').toBe('311 mi')
  expect([0.062, 310.686, 311].map(radiusError)).toEqual([null, null, null])
  expect([0.062, 310.686, 311].map(radiusOfTyped)).toEqual([0.1, 500, 500])
  expect(radiusError(0.06)).toBe('0.06 mi is too small: enter at least 0.062 mi.')
  expect(radiusError(500)).toBe('500 mi is too large: enter at most 311 mi.')
  expect(radiusError(null)).toBe('Enter a radius from 0.062 to 311 mi.')
})
