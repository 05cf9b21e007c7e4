import { expect, test } from 'vitest'
import { isNearName, isTurned, nearness } from './typing-slips.ts'

test.each([
  ['gracai', 'gracia', true],
  ['banbrge', 'banbridge', true],
  ['wst', 'west', true],
  ['wst sied', 'west side', true],
  ['ws', 'west', false],
  ['grcia', 'garda', false],
  ['wst', 'rust', false],
  ['sw1a', 'swansea', false],
  ['marsielle 8', 'marseille 08', true],
  ['marsielle 9', 'marseille 08', false],
])('“%s” is near to “%s”: %s', (typed, name, isNear) => {
  expect(isNearName(typed, name)).toBe(isNear)
})

test('words in another order are nearer than letters that are missing', () => {
  expect(nearness('end crouch', 'crouch end')).toBeLessThan(nearness('end crouch', 'edcouch'))
  expect(nearness('crouch end', 'crouch end')).toBe(0)
  expect(nearness('crouchend', 'crouch end')).toBeLessThan(nearness('end crouch', 'crouch end'))
})

test('a name is turned when it has the same words in another order', () => {
  expect(isTurned('leon y castilla', 'castilla y leon')).toBe(true)
  expect(isTurned('castilla y leon', 'castilla y leon')).toBe(false)
  expect(isTurned('castilla leon', 'castilla y leon')).toBe(false)
  expect(isTurned('leon', 'leon')).toBe(false)
})
