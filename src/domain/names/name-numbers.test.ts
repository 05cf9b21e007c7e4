import { expect, test } from 'vitest'
import { hasNumbersOf } from './name-numbers.ts'

test.each([
  ['08012', 'Marseille 08', false],
  ['1000-001', '10e arrondissement', false],
  ['SW1A 1AA', 'Swansea', false],
  ['W1', 'West', false],
  ['Calle 5', 'Celle', false],
  ['marsielle 8', 'Marseille 08', true],
  ['16eme arondissement', '16e arrondissement', true],
  ['barcel0na', 'Barcelona', true],
  ['gracai', 'Gràcia', true],
])('the numbers of “%s” are in “%s”: %s', (typed, name, has) => {
  expect(hasNumbersOf(typed, name)).toBe(has)
})
