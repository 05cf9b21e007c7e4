import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { listOf, numberFormat } from './formats.ts'
import { speak } from './language.ts'
import { rich, t } from './translate.ts'

const GERMAN = {
  Place: 'Ort',
  '{count, plural, one {# cell} other {# cells}} in {place}':
    '{place}: {count, plural, one {# Zelle} other {# Zellen}}',
  '<b>{count, number}</b> of {all}': 'von {all} <b>{count, number}</b>',
}
const speakGerman = () => speak({ language: 'de', locale: 'de', catalogue: GERMAN })
afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

const cells = (count: number) => t('{count, plural, one {# cell} other {# cells}} in {place}', { count, place: 'Graz' })

test('a message is English until another language is spoken', () => {
  expect([t('Place'), cells(1), cells(12_345)]).toEqual(['Place', '1 cell in Graz', '12,345 cells in Graz'])
  speakGerman()
  expect([t('Place'), cells(1), cells(12_345)]).toEqual(['Ort', 'Graz: 1 Zelle', 'Graz: 12.345 Zellen'])
})

test('elements stand where the language puts them', () => {
  const markup = () =>
    renderToStaticMarkup(
      rich('<b>{count, number}</b> of {all}', { b: (words) => <strong>{words}</strong> }, { count: 1234, all: '9' }),
    )
  expect(markup()).toBe('<strong>1,234</strong> of 9')
  speakGerman()
  expect(markup()).toBe('von 9 <strong>1.234</strong>')
})

test('a name in Hebrew or Arabic moves no number or point that stands behind it', () => {
  const removed = (name: string) => t('{name} removed.', { name })
  expect([removed('Graz'), removed('חיפה'), removed('دبي')]).toEqual([
    'Graz removed.',
    '\u2068חיפה\u2069 removed.',
    '\u2068دبي\u2069 removed.',
  ])
  const nearest = rich('<a>{name}</a>, {km} km away.', { a: (words) => <b>{words}</b> }, { name: 'חיפה', km: '3' })
  expect(renderToStaticMarkup(nearest)).toBe('<b>\u2068חיפה\u2069</b>, 3 km away.')
})

test('formats follow the language', () => {
  const words = () => `${numberFormat({}).format(1234.5)}; ${listOf(['a', 'b', 'c'])}`
  expect(words()).toBe('1,234.5; a, b, and c')
  speak({ language: 'es', locale: 'es', catalogue: {} })
  expect(words()).toBe('1234,5; a, b y c')
})

test('a message gets the values that it names', () => {
  // @ts-expect-error a value is missing
  expect(() => t('{count, plural, one {# cell} other {# cells}} in {place}', { count: 2 })).toThrow()
  // @ts-expect-error a number is written by the reader's rules, with `{count, number}` or a format of its own
  t('{count} cells', { count: 2 })
})
