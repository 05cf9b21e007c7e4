import { expect, it } from 'vitest'
import { meterDetail } from './meter-detail.ts'

it('lists 31 days, and what all days saved at the mean cells per call', () => {
  const days = Array.from({ length: 40 }, (_, index) => ({
    day: `day ${index}`,
    calls: 2,
    bought_cells: 1_000,
    held_cells: 5_000,
  }))
  const detail = meterDetail(days, [])
  expect(detail.by_day.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, index) => `day ${index}`))
  // 200,000 cells at 500 a call.
  expect(detail.saved).toEqual({ held_cells: 200_000, calls: 400 })
})

it('counts no saved calls while the cells per call are unknown', () => {
  const days = [{ day: '2026-11-21', calls: 0, bought_cells: 0, held_cells: 343 }]
  expect(meterDetail(days, []).saved).toEqual({ held_cells: 343, calls: 0 })
})
