import { expect, it } from 'vitest'
import { areaUnitOf } from '../../domain/area-unit.ts'
import { areUnitsUnlike } from './held-unit.ts'

it.each(['sqm', 'm2', 'm²', 'M^2', 'sq m', 'sq. m.', 'sq_mt', 'square metres', 'square-meter'])(
  '%s is a square metre',
  (name) => {
    expect(areaUnitOf(name)).toBe('m2')
  },
)

it.each(['sqft', 'sq_ft', 'sq. ft.', 'sf', 'SQF', 'ft2', 'ft²', 'square feet', 'SQUARE_FOOT'])(
  '%s is a square foot',
  (name) => {
    expect(areaUnitOf(name)).toBe('ft2')
  },
)

it.each([
  ['sqm', 'ping', true],
  ['ping', 'tsubo', true],
  ['Ping', 'ping ', false],
  ['ping', '', false],
  ['sqm', 'sqft', false],
])('of %s and %s, one cannot be converted into the other: %s', (one, other, isUnlike) => {
  expect(areUnitsUnlike(one, other)).toBe(isUnlike)
})
