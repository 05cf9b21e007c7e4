import { expect, test } from 'vitest'
import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import { parseAsOf } from '../../domain/period.ts'
import { monthsOf, nextHeld } from './months.ts'
import { offeredPeriods } from './offered-periods.ts'

const label = (month: string) => parseAsOf(`${month}-01`) ?? expect.fail()
const SERVED = label('2026-11')
const NOW = { as_of: SERVED, isHeld: true, calls: 0 }

function answer(unavailable: EarlierAnswer['unavailable'] = null): Pick<EarlierAnswer, 'periods' | 'unavailable'> {
  return {
    unavailable,
    periods: [
      { as_of: '2026-10-01', is_published: true, held: 6, missing: 0, calls: 0 },
      { as_of: '2026-09-01', is_published: null, held: 2, missing: 4, calls: 1 },
      { as_of: '2026-08-01', is_published: false, held: 0, missing: 0, calls: 0 },
      { as_of: '2026-07-01', is_published: true, held: 0, missing: 6, calls: 2 },
    ],
  }
}
const whole = (unavailable: EarlierAnswer['unavailable'] = null) => answer(unavailable) as EarlierAnswer

test('periods that the service does not have are not offered; where it sells none, only those that are held', () => {
  const labels = (of: EarlierAnswer) => offeredPeriods(of).map(({ as_of }) => as_of)
  expect(labels(whole())).toEqual(['2026-10-01', '2026-09-01', '2026-07-01'])
  expect(labels(whole('no_history'))).toEqual(['2026-10-01', '2026-09-01'])
  expect(offeredPeriods(whole()).map(({ isHeld, calls }) => [isHeld, calls])).toEqual([
    [true, 0],
    [false, 1],
    [false, 2],
  ])
})

test('the months go up to the one that is served, with the one that a link names', () => {
  const months = monthsOf(whole(), NOW, label('2026-08'))
  expect(months.map(({ as_of, isHeld }) => [as_of, isHeld])).toEqual([
    ['2026-07-01', false],
    ['2026-08-01', false],
    ['2026-09-01', false],
    ['2026-10-01', true],
    ['2026-11-01', true],
  ])
})

test('playing goes through the paid-for months, and starts over after the newest', () => {
  const months = monthsOf(whole(), NOW, SERVED)
  expect(nextHeld(months, label('2026-07'))).toBe('2026-10-01')
  expect(nextHeld(months, label('2026-10'))).toBe(SERVED)
  expect(nextHeld(months, SERVED)).toBe('2026-10-01')
  expect(nextHeld([NOW], SERVED)).toBeNull()
})
