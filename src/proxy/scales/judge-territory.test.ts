import { expect, test } from 'vitest'
import { judgeTerritory } from './judge-territory.ts'

const held = (count: number, isWhole: boolean) => ({ values: Array.from({ length: count }, () => 1), isWhole })

test('200 observed cells decide, whether or not the rest is held', () => {
  expect(judgeTerritory(held(200, false), false)).toBe('decided')
  expect(judgeTerritory(held(199, false), false)).toBe('provisional')
  expect(judgeTerritory(held(7, false), false)).toBe('unknown')
})

test('a small territory decides once it is whole, if it has enough for its classes', () => {
  expect(judgeTerritory(held(35, true), false)).toBe('decided')
  expect(judgeTerritory(held(34, true), false)).toBe('too_small')
})

test('the last territory decides with what it has', () => {
  expect(judgeTerritory(held(1, true), true)).toBe('decided')
  expect(judgeTerritory(held(0, true), true)).toBe('unknown')
})
