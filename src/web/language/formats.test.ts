import { afterEach, expect, test } from 'vitest'
import { startOfSentence } from './formats.ts'
import { speak } from './language.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

test('a sentence begins with a capital letter, as the language writes it', () => {
  expect(startOfSentence('ago–oct 2026, tres meses móviles')).toBe('Ago–oct 2026, tres meses móviles')
  expect(startOfSentence('2026')).toBe('2026')
  expect(startOfSentence('')).toBe('')
  speak({ language: 'tr', locale: 'tr', catalogue: {} })
  expect(startOfSentence('ilkbahar')).toBe('İlkbahar')
})
