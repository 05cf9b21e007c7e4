import { afterEach, expect, test } from 'vitest'
import { decimalMark, numberFormat, startOfSentence } from './formats.ts'
import { speak } from './language.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

test('a sentence begins with a capital letter, as the language writes it', () => {
  expect(startOfSentence('ago–oct 2026, tres meses móviles')).toBe('Ago–oct 2026, tres meses móviles')
  expect(startOfSentence('2026')).toBe('2026')
  expect(startOfSentence('')).toBe('')
  speak({ language: 'tr', locale: 'tr', catalogue: {} })
  expect(startOfSentence('ilkbahar')).toBe('İlkbahar')
})

test('a negative number has a minus sign, not a hyphen, in every language of the page', () => {
  for (const locale of ['en-GB', 'es-ES', 'fr-FR', 'de-DE']) {
    speak({ language: 'en', locale, catalogue: {} })
    expect(numberFormat({}).format(-15)).toBe('−15')
    expect(numberFormat({ style: 'percent' }).format(-0.15)).toMatch(/^−15\s?%$/u)
  }
  expect(numberFormat({}).format(15)).toBe('15')
  expect(decimalMark()).toBe(',')
})
