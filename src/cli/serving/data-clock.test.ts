import { expect, test } from 'vitest'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { clockForData } from './data-clock.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const months = (...counts: [string, number][]): { month: AsOf; listings: number }[] =>
  counts.map(([month, listings]) => ({ month: parseAsOf(`${month}-01`) ?? expect.fail(), listings }))
const day = (...counts: [string, number][]) =>
  clockForData(months(...counts), NOW)
    ?.instant.toISOString()
    .slice(0, 10) ?? null

test('old listings set the clock to a time at which their last month is served', () => {
  expect(day(['2018-03', 50], ['2018-12', 900])).toBe('2019-01-15')
})

test('a few rows of a later month, or of the future, do not move the clock', () => {
  expect(day(['2018-12', 900], ['2020-05', 3], ['2099-01', 1])).toBe('2019-01-15')
})

test('listings up to last month need no other clock', () => {
  expect(day(['2026-09', 10], ['2026-10', 10])).toBeNull()
  expect(day(['2026-10', 10], ['2026-11', 10])).toBeNull()
  expect(day()).toBeNull()
})

test('listings of this month alone are shown as if it were over', () => {
  expect(clockForData(months(['2026-11', 500]), NOW)).toMatchObject({ isEarly: true, month: '2026-11-01' })
  expect(day(['2026-11', 500])).toBe('2026-12-15')
})
