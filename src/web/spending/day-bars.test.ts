import { expect, test } from 'vitest'
import { dayBars } from './day-bars.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const on = (day: string, calls: number) => ({ day, calls, bought_cells: calls * 300, held_cells: 0 })

test('31 days end today, and a day without calls has 0', () => {
  const bars = dayBars([on('2026-11-14', 3), on('2026-10-16', 2)], NOW)
  expect(bars).toHaveLength(31)
  expect(bars[0]).toEqual({ day: '2026-10-16', calls: 2, cells: 600 })
  expect(bars.at(-2)).toEqual({ day: '2026-11-14', calls: 3, cells: 900 })
  expect(bars.at(-1)).toEqual({ day: '2026-11-15', calls: 0, cells: 0 })
  expect(bars.reduce((sum, { calls }) => sum + calls, 0)).toBe(5)
})

test('the days end with the newest one when the proxy has another clock', () => {
  expect(dayBars([on('2019-01-15', 3)], NOW).at(-1)?.day).toBe('2019-01-15')
  expect(dayBars([on('2026-11-16', 3)], NOW).at(-1)?.day).toBe('2026-11-16')
  expect(dayBars([], NOW).at(-1)?.day).toBe('2026-11-15')
})
