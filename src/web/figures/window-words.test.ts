import { afterEach, expect, test } from 'vitest'
import { speak } from '../language/language.ts'
import { windowMonths } from './window-words.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

const PERIOD = { as_of: '2026-11-01', window_start: '2026-08-01', window_end: '2026-10-31' } as never
const monthsIn = (locale: string) => {
  speak({ language: locale, locale, catalogue: {} })
  return windowMonths(PERIOD)
}

test('no line breaks within a range of months', () => {
  expect(monthsIn('en-GB')).toBe('Aug\u202f–\u2060\u202fOct\u00a02026')
  expect(monthsIn('es')).toBe('ago–\u2060oct\u00a02026')
})
