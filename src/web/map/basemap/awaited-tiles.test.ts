import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AwaitedTiles } from './awaited-tiles.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a tile is overdue from the limit until it arrives, also when it is requested again', () => {
  const overdue: string[] = []
  const tiles = new AwaitedTiles(1_000, (key) => overdue.push(key))
  for (const key of ['prompt', 'late', 'dropped']) tiles.wait(key)
  tiles.settle('prompt')
  vi.advanceTimersByTime(999)
  expect(tiles.hasOverdue).toBe(false)
  tiles.settle('dropped')
  vi.advanceTimersByTime(1)
  expect(overdue).toEqual(['late'])

  tiles.wait('late')
  expect(tiles.hasOverdue, 'another attempt has not answered it').toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(overdue).toEqual(['late', 'late'])
  tiles.settle('late')
  expect(tiles.hasOverdue).toBe(false)

  tiles.wait('left')
  tiles.settleAll()
  vi.advanceTimersByTime(5_000)
  expect(overdue).toHaveLength(2)
})
