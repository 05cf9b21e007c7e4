import { afterEach, expect, test } from 'vitest'
import { speak } from '../../language/language.ts'
import { fittingTicks, rampTicks } from './ramp-ticks.ts'

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

/** The width of all classes in a desktop's legend, in CSS pixels. */
const DESKTOP = 286
const BREAKS = [370_000, 430_000, 470_000, 520_000, 580_000, 690_000]
const UNITS = { currency: 'USD', size_unit: 'm2' }
const wordsIn = (locale: string, width: number) => {
  speak({ language: locale, locale, catalogue: {} })
  return fittingTicks(rampTicks(BREAKS, [], 'median_price', UNITS), width).map(({ words }) => words)
}

test('labels that would run into each other below the classes are every second one', () => {
  expect(wordsIn('de', DESKTOP)).toEqual(['370.000', '470.000', '580.000'])
  expect(wordsIn('de', 140)).toEqual(['430.000', '580.000'])
  expect(wordsIn('de', 60)).toEqual(['370.000'])
})

test('labels that fit are all there', () => {
  expect(wordsIn('en', DESKTOP)).toEqual(['$370K', '$430K', '$470K', '$520K', '$580K', '$690K'])
  expect(wordsIn('de', 340)).toHaveLength(6)
  expect(wordsIn('de', 0), 'nothing is left out before the width is known').toHaveLength(6)
  expect(fittingTicks(rampTicks([], [1, 2], 'median_price', UNITS), DESKTOP)).toHaveLength(1)
})
