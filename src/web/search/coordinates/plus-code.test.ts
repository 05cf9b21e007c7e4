import { expect, test } from 'vitest'
import { locateShortPlusCode, readPlusCode, readShortPlusCode } from './plus-code.ts'

// The specification's own examples, and places whose codes are known.
test.each([
  ['8FVC9G8F+6X', 47.365563, 8.524938],
  ['8fvc9g8f+6xq', 47.365588, 8.525],
  ['8FH495W7+9G', 41.395938, 2.163812],
  ['7FG49Q00+', 20.375, 2.775],
  ['4VCPPQGP+Q9', -41.273063, 174.785938],
])('%s is at %s, %s', (code, lat, lng) => {
  const point = readPlusCode(code)
  expect(point?.lat).toBeCloseTo(lat, 4)
  expect(point?.lng).toBeCloseTo(lng, 4)
})

test('other texts are not codes', () => {
  for (const text of ['9G8F+6X', '8FVC9G8F', '8FVC9G8F+6', 'ABCD+12 Zürich', 'Zürich', '8F000000+6X']) {
    expect(readPlusCode(text), text).toBeNull()
  }
  expect(readShortPlusCode('9G8F+6X')).toBeNull()
})

test('a short code is the nearest one to its place', () => {
  const short = readShortPlusCode('9g8f+6x Zürich, Switzerland')
  expect(short).toEqual({ code: '9G8F+6X', place: 'Zürich, Switzerland' })
  const at = short && locateShortPlusCode(short, { lat: 47.37, lng: 8.54 })
  expect(at?.lat).toBeCloseTo(47.3656, 3)
  expect(at?.lng).toBeCloseTo(8.5249, 3)
  const east = locateShortPlusCode({ code: '2222+22', place: '' }, { lat: 0, lng: -179.99 })
  expect(Math.abs(east.lng)).toBeGreaterThan(179.9)
})
