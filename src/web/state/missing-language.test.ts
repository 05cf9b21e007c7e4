import { afterEach, expect, test } from 'vitest'
import { speak } from '../language/language.ts'
import { noteMissingLanguage } from './missing-language.ts'
import { usePage } from './store.ts'

const GERMAN = { language: 'de', locale: 'de-AT', catalogue: {} }
const shown = () => usePage.getState().brokenParts

afterEach(() => {
  speak({ language: 'en', locale: 'en', catalogue: {} })
  usePage.getState().set({ brokenParts: [] })
})

test('the note that the language is missing goes once its words come, and other notes stay', () => {
  usePage.getState().set({ brokenParts: ['The view in the link could not be read.'] })
  noteMissingLanguage()
  expect(shown()).toHaveLength(2)
  speak(GERMAN)
  expect(shown()).toEqual(['The view in the link could not be read.'])
})

test('words that come while the page starts are not called missing', () => {
  speak(GERMAN)
  noteMissingLanguage()
  expect(shown()).toEqual([])
})
