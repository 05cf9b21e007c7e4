import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

const KNOWN = ['en', 'de', 'es', 'fr']

test('a requested language wins over the browser’s, and everybody else gets English', () => {
  expect(chooseLanguage(['fr', 'es'], ['de-AT'], KNOWN).language).toBe('fr')
  expect(chooseLanguage([null, 'es'], ['de-AT'], KNOWN).language).toBe('es')
  expect(chooseLanguage([null, null], ['pt-BR', 'de-AT', 'en'], KNOWN).language).toBe('de')
  expect(chooseLanguage(['xx', null], ['pt'], KNOWN).language).toBe('en')
  expect(chooseLanguage([], ['*', ''], KNOWN).language).toBe('en')
})

test('numbers and dates follow the browser’s variant of the language, where it has one', () => {
  expect(chooseLanguage([], ['pt-BR', 'de-AT', 'de'], KNOWN).locale).toBe('de-AT')
  expect(chooseLanguage(['es'], ['de-AT', 'en-GB'], KNOWN).locale).toBe('es')
  expect(chooseLanguage(['en'], ['de-AT', 'en-GB'], KNOWN).locale).toBe('en-GB')
})
