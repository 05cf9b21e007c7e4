import { expect, test } from 'vitest'
import { decidingValues, judgeTerritory } from './judge-territory.ts'

const held = (count: number, isWhole: boolean, estimated: readonly number[] = []) => ({
  observed: Array.from({ length: count }, () => 1),
  estimated,
  isWhole,
})

test('200 observed cells decide, whether or not the rest is held', () => {
  expect(judgeTerritory(held(200, false), false)).toBe('decided')
  expect(judgeTerritory(held(199, false), false)).toBe('provisional')
  expect(judgeTerritory(held(0, false), false)).toBe('unknown')
})

test('where hardly any observed cell is held, estimated ones give classes that every reader has until then', () => {
  const few = held(1, false, [2, 3])
  expect(judgeTerritory(few, false)).toBe('provisional')
  expect(decidingValues(few, 'provisional')).toEqual([1, 2, 3])
  expect(decidingValues(held(8, false, [2]), 'provisional')).toHaveLength(8)
  expect(decidingValues(held(1, true, [2]), 'decided')).toEqual([1])
})

test('a small territory decides once it is whole, if it has enough for its classes', () => {
  expect(judgeTerritory(held(35, true), false)).toBe('decided')
  expect(judgeTerritory(held(34, true), false)).toBe('too_small')
})

test('the last territory decides with what it has', () => {
  expect(judgeTerritory(held(1, true), true)).toBe('decided')
  expect(judgeTerritory(held(0, true), true)).toBe('unknown')
})
