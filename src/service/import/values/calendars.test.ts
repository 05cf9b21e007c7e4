import { expect, test } from 'vitest'
import { calendarOf, dayOfCalendar } from './calendars.ts'

test.each([
  ['1403/05/12', '2024-08-02'],
  ['1403-12-30', '2025-03-20'],
  ['1404/12/30', null],
  ['12/05/1403 10:30', '2024-08-02'],
  ['14030512', '2024-08-02'],
  ['شنبه 12 مرداد 1403', '2024-08-02'],
  ['12 Mordad 1403', '2024-08-02'],
  ['1446-09-01', '2025-03-01'],
  ['01/09/1446', '2025-03-01'],
  ['1 رمضان 1446', '2025-03-01'],
  ['1448/04/10هـ', '2026-09-21'],
  ['10/04/1448 AH', '2026-09-21'],
  ['1446/13/01', null],
  // A month of these calendars lies in two of the common one.
  ['1403/05', null],
])('%s is %s', (text, day) => {
  const calendar = calendarOf(text)
  expect(calendar && dayOfCalendar(text, calendar)).toBe(day)
})

test('years of the common era, and those long ago in either calendar, are of neither', () => {
  expect(['2024-03-01', '1203/05/12', '1500-01-01', '3 Sep 2024', '250000'].map(calendarOf)).toEqual(
    Array(5).fill(null),
  )
})
