import { afterEach, expect, test } from 'vitest'
import {
  dateFormat,
  decimalMark,
  monthWords,
  numberFormat,
  seriesOf,
  startOfSentence,
  typedOver,
  withDecimalMark,
  withoutGroups,
} from './formats.ts'
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

test('a comma or a point in a small number is a decimal mark in every language', () => {
  for (const [locale, read] of [
    ['en-GB', '2.5'],
    ['de-DE', '2,5'],
    ['fr-FR', '2,5'],
  ] as const) {
    speak({ language: 'en', locale, catalogue: {} })
    expect([withDecimalMark('2,5'), withDecimalMark('2.5')], locale).toEqual([read, read])
    for (const kept of ['25', '', '1,500', '1.500', '1,500.5']) expect(withDecimalMark(kept), locale).toBe(kept)
  }
})

test('an amount is read with either mark, and with the groups that are its reader’s', () => {
  for (const [locale, mark] of [
    ['en-GB', '.'],
    ['de-DE', ','],
    ['fr-FR', ','],
  ] as const) {
    speak({ language: 'en', locale, catalogue: {} })
    expect(['2,5', '2.5', '0,500', '1.500,50', '1,500.50', "1'500.50"].map(withoutGroups), locale).toEqual(
      ['2_5', '2_5', '0_500', '1500_50', '1500_50', '1500_50'].map((text) => text.replace('_', mark)),
    )
    expect(['25', '', '1.500.000', '1,50,000', '300 000', '−'].map(withoutGroups)).toEqual([
      '25',
      '',
      '1500000',
      '150000',
      '300 000',
      '−',
    ])
    expect(withoutGroups(mark === '.' ? '2,500' : '2.500'), 'whole thousands').toBe('2500')
    expect(withoutGroups(mark === '.' ? '2.500' : '2,500')).toBe(`2${mark}500`)
  }
})

test('a number that the page grouped stays the same number while a digit is typed or deleted', () => {
  speak({ language: 'en', locale: 'en-GB', catalogue: {} })
  for (const [shown, text, plain] of [
    ['300,000', '300,0005', '3000005'],
    ['300,000', '300,00', '30000'],
    ['300,000', '3500,000', '3500000'],
    ['300,000', '2,5', '2,5'],
    ['1,500.5', '1,500.55', '1500.55'],
    ['', '2,', '2,'],
    ['25', '2,5', '2,5'],
  ] as const) {
    expect(typedOver(shown, text), text).toBe(plain)
  }
})

test('a semicolon stands as the language writes it', () => {
  expect(seriesOf(['one, two', 'three'])).toBe('one, two; three')
  speak({ language: 'fr', locale: 'fr-FR', catalogue: {} })
  expect(seriesOf(['un', 'deux'])).toBe('un\u202f; deux')
})

test('the first day of a month is “1er” in French, in ranges too, and no other day or month', () => {
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const at = (iso: string) => Date.parse(iso)
  speak({ language: 'fr', locale: 'fr-FR', catalogue: {} })
  expect(dateFormat(day).format(at('2026-12-01'))).toBe('1er déc. 2026')
  expect(dateFormat(day).format(at('2026-12-11'))).toBe('11 déc. 2026')
  expect(dateFormat(day).formatRange(at('2026-08-01'), at('2026-10-31'))).toMatch(/^1er août\W+31 oct\. 2026$/)
  expect(dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(at('2026-11-01'))).toBe('1er novembre 2026')
  expect(dateFormat({ month: '2-digit', day: '2-digit', timeZone: 'UTC' }).format(at('2026-01-01'))).toBe('01/01')
  speak({ language: 'de', locale: 'de-DE', catalogue: {} })
  expect(dateFormat(day).format(at('2026-12-01'))).toMatch(/^1\. Dez/)
})

test('no line breaks between a month and its year', () => {
  expect(monthWords(Date.parse('2026-10-01'))).toBe('Oct\u00a02026')
})
