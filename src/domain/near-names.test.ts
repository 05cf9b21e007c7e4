import { expect, test } from 'vitest'
import { isNearName } from './near-names.ts'

test.each([
  ['gracai', 'gracia', true],
  ['banbrge', 'banbridge', true],
  ['wst', 'west', true],
  ['wst sied', 'west side', true],
  ['ws', 'west', false],
  ['grcia', 'garda', false],
  ['wst', 'rust', false],
])('“%s” is near to “%s”: %s', (typed, name, isNear) => {
  expect(isNearName(typed, name)).toBe(isNear)
})
