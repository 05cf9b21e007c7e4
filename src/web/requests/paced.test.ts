import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first run comes at the end of the turn, the next one only after the pause', async () => {
  const soon = paced(100)
  const runs: string[] = []
  soon(() => runs.push('first'))
  expect(runs).toEqual([])
  await Promise.resolve()
  expect(runs).toEqual(['first'])
  vi.advanceTimersByTime(30)
  soon(() => runs.push('second'))
  await vi.advanceTimersByTimeAsync(69)
  expect(runs).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(100)
  soon(() => runs.push('third'))
  await Promise.resolve()
  expect(runs).toEqual(['first', 'second', 'third'])
})

test('after a run that kept the page busy, the pause is three times as long as that took', async () => {
  const soon = paced(100)
  const runs: string[] = []
  soon(() => {
    runs.push('long')
    // Stands for rendering: nothing else runs meanwhile.
    vi.advanceTimersByTime(80)
  })
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(0)
  soon(() => runs.push('next'))
  await vi.advanceTimersByTimeAsync(150)
  expect(runs).toEqual(['long'])
  await vi.advanceTimersByTimeAsync(20)
  expect(runs).toEqual(['long', 'next'])
})
