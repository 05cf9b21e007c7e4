import { expect, it } from 'vitest'
import { hasPassed, isPauseOver } from './kept-times.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const DAY = 86_400_000

it('a time far in the future counts as past, and one a little ahead as just now, because clocks differ', () => {
  const times = ['2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-11-21T20:00:00Z', '2036-11-21T10:00:00Z']
  expect(times.map((at) => hasPassed(at, DAY, NOW))).toEqual([true, false, false, true])
})

it('a pause that would end later than the longest pause allows is over', () => {
  const ends = ['2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z', '2026-11-23T09:00:00Z', '2026-11-23T10:00:01Z']
  expect(ends.map((until) => isPauseOver(until, DAY, NOW))).toEqual([true, false, false, true])
})
