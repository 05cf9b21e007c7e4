import { expect, test } from 'vitest'
import { addMonths, ageDays, asOfAt, asOfRange, monthsBetween, parseAsOf, windowOf } from './period.ts'

const label = asOfAt(new Date('2026-11-21T12:00:00Z'))

test('a label is the first day of an existing month', () => {
  expect(parseAsOf('2026-11-01')).toBe('2026-11-01')
  for (const raw of ['2026-11-02', '2026-13-01', '2026-00-01', '2026-1-01', '2026-11', '', '0001-01-01', '0099-05-01'])
    expect(parseAsOf(raw), raw).toBeNull()
})

test('a window ends the day before its label and spans one month or three', () => {
  expect(windowOf(label, 6)).toEqual({ start: '2026-10-01', end: '2026-10-31' })
  expect(windowOf(label, 8)).toEqual({ start: '2026-08-01', end: '2026-10-31' })
  expect(windowOf(addMonths(label, -8), 7)).toEqual({ start: '2025-12-01', end: '2026-02-28' })
})

test('months are counted across years', () => {
  expect(addMonths(label, -11)).toBe('2025-12-01')
  expect(asOfRange(addMonths(label, -2), label)).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
  expect(asOfRange(label, addMonths(label, -1))).toEqual([])
  for (const months of [0, 1, 25, -11]) expect(monthsBetween(label, addMonths(label, months))).toBe(months)
})

test('age counts whole days from the label', () => {
  expect(ageDays(label, new Date('2026-11-01T00:00:00Z'))).toBe(0)
  expect(ageDays(label, new Date('2026-12-04T23:00:00Z'))).toBe(33)
})
