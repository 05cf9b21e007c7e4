import { expect, it } from 'vitest'
import { hasPassed, isPauseOver } from './kept-times.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const DAY = 86_400_000

it('a time that a clock far ahead has written counts as past, and one of a clock a little ahead as just now', () => {
  const times = ['2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-11-21T20:00:00Z', '2036-11-21T10:00:00Z']
  expect(times.map((at) => hasPassed(at, DAY, NOW))).toEqual([true, false, false, true])
})

it('so does the end of a pause that is farther ahead than any', () => {
  const ends = ['2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z', '2026-11-23T09:00:00Z', '2026-11-23T10:00:01Z']
  expect(ends.map((until) => isPauseOver(until, DAY, NOW))).toEqual([true, false, false, true])
})
