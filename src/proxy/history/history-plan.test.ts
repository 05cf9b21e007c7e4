import { describe, expect, it } from 'vitest'
import { parseAsOf } from '../../domain/period.ts'
import { missingSpans, monthsPerCall, withSpan } from './history-plan.ts'

const label = (raw: string) => {
  const as_of = parseAsOf(`${raw}-01`)
  if (as_of === null) throw new Error(`'${raw}' is not a month`)
  return as_of
}
const NEWEST = label('2026-11')

describe('the spans of a history to buy', () => {
  it('are a year and the same month before, in one call', () => {
    expect(missingSpans(NEWEST, null, 13)).toEqual([{ from: label('2025-11'), to: NEWEST }])
  })

  it('are cut where a call brings fewer months, without a gap or an overlap', () => {
    const spans = missingSpans(NEWEST, null, 5)
    expect(spans).toEqual([
      { from: label('2026-07'), to: NEWEST },
      { from: label('2026-02'), to: label('2026-06') },
      { from: label('2025-11'), to: label('2026-01') },
    ])
  })

  it('are only the months since what is known, and none when all is', () => {
    const known = { from: label('2025-08'), to: label('2026-09'), labels: [] }
    expect(missingSpans(NEWEST, known, 13)).toEqual([{ from: label('2026-10'), to: NEWEST }])
    expect(missingSpans(NEWEST, { ...known, to: NEWEST }, 13)).toEqual([])
  })

  it('are everything where what is known ended too long ago', () => {
    const old = { from: label('2024-01'), to: label('2025-01'), labels: [] }
    expect(missingSpans(NEWEST, old, 13)).toHaveLength(1)
  })
})

it('a call brings as many months as the budget has room for the cells', () => {
  expect(monthsPerCall(300, null)).toBe(13)
  expect(monthsPerCall(300, 3_000)).toBe(10)
  expect(monthsPerCall(3_001, 3_000)).toBe(0)
})

it('what is known grows with what was answered', () => {
  const known = withSpan(null, { from: label('2026-02'), to: NEWEST }, ['2026-11-01'])
  const more = withSpan(known, { from: label('2025-11'), to: label('2026-01') }, ['2025-12-01'])
  expect(more).toEqual({ from: '2025-11-01', to: '2026-11-01', labels: ['2025-12-01', '2026-11-01'] })
  const apart = withSpan(known, { from: label('2024-01'), to: label('2024-02') }, ['2024-01-01'])
  expect(apart.labels).toEqual(['2024-01-01'])
})
