import { describe, expect, it } from 'vitest'
import { parseAsOf } from '../../domain/period.ts'
import { isStillAbsent } from './absent-months.ts'
import { monthsPerCall, NOTHING_ANSWERED, spansOver, wantedMonths, withAnswer } from './history-plan.ts'

const label = (raw: string) => {
  const as_of = parseAsOf(`${raw}-01`)
  if (as_of === null) throw new Error(`'${raw}' is not a month`)
  return as_of
}
const NEWEST = label('2026-11')

describe('the spans of a history to buy', () => {
  const months = (...names: string[]) => names.map(label)

  it('are a year and the same month before, in one call', () => {
    expect(spansOver(wantedMonths(NEWEST), 13)).toEqual([{ from: label('2025-11'), to: NEWEST }])
  })

  it('are cut where a call brings fewer months, without a gap or an overlap', () => {
    expect(spansOver(wantedMonths(NEWEST), 5)).toEqual([
      { from: label('2026-07'), to: NEWEST },
      { from: label('2026-02'), to: label('2026-06') },
      { from: label('2025-11'), to: label('2026-01') },
    ])
  })

  it('begin and end with missing months, and are none without', () => {
    expect(spansOver([], 13)).toEqual([])
    expect(spansOver(months('2026-02', '2026-03'), 13)).toEqual([{ from: label('2026-02'), to: label('2026-03') }])
  })

  it('reach over a month that is held where that saves a call', () => {
    const missing = months('2026-07', '2026-09', '2026-11')
    expect(spansOver(missing, 13)).toEqual([{ from: label('2026-07'), to: NEWEST }])
    expect(spansOver(missing, 4)).toEqual([
      { from: label('2026-09'), to: NEWEST },
      { from: label('2026-07'), to: label('2026-07') },
    ])
  })
})

it('a call brings as many months as the budget has room for the cells', () => {
  expect(monthsPerCall(300, null)).toBe(13)
  expect(monthsPerCall(300, 3_000)).toBe(10)
  expect(monthsPerCall(3_001, 3_000)).toBe(0)
})

it('what is known grows with what was answered, and with what was lacking', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  const revisionOf = () => null
  const answer = { told: { from: label('2026-09'), to: NEWEST }, revisionOf, at }
  const known = withAnswer(NOTHING_ANSWERED, { ...answer, answered: { '2026-11-01': 'a' } })
  expect(known.answered).toEqual({ '2026-11-01': 'a' })
  expect(Object.keys(known.absent)).toEqual(['2026-09-01', '2026-10-01'])
  const more = withAnswer(known, { ...answer, told: null, answered: { '2026-10-01': null } })
  expect(Object.keys(more.answered)).toEqual(['2026-11-01', '2026-10-01'])
})

describe('a month that was lacking', () => {
  const found = { at: '2026-11-21T10:00:00.000Z', revision: null }
  const still = (as_of: string, day: string, revision: string | null = null) =>
    isStillAbsent(found, label(as_of), { now: new Date(`${day}T10:00:00Z`), revision })

  it('is asked for again after as long as its label was old, and after a month at most', () => {
    expect([still('2026-11', '2026-12-10'), still('2026-11', '2026-12-11')]).toEqual([true, false])
    expect([still('2025-11', '2026-12-20'), still('2025-11', '2026-12-21')]).toEqual([true, false])
    expect([still('2026-12', '2026-11-21'), still('2026-12', '2026-11-22')]).toEqual([true, false])
  })

  it('is asked for at once when it was noted by a clock that was far ahead', () => {
    expect([still('2025-11', '2026-11-21'), still('2025-11', '2026-11-19')]).toEqual([true, false])
  })

  it('is asked for at once when the service names another revision', () => {
    expect(still('2026-11', '2026-11-21', 'b')).toBe(false)
    expect(isStillAbsent(undefined, NEWEST, { now: new Date(), revision: null })).toBe(false)
  })
})
