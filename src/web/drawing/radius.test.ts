import { expect, test } from 'vitest'
import { firstRadius, radiusError } from './radius.ts'

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
