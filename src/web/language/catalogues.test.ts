import { expect, test } from 'vitest'
import { catalogueFaults, formatCatalogue } from '../../../scripts/page-catalogues.js'
import { LANGUAGES, loadCatalogue } from './catalogues.ts'

const USES = new Map([
  ['{count, plural, one {# cell} other {# cells}} in {place}', 'a.ts:1'],
  ['Read <a>the list</a>', 'b.ts:2'],
])
const GOOD = {
  '{count, plural, one {# cell} other {# cells}} in {place}':
    '{place}: {count, plural, one {# Zelle} other {# Zellen}}',
  'Read <a>the list</a>': '<a>Die Liste</a> lesen',
}
const faults = (patch: Readonly<Record<string, string>>) =>
  catalogueFaults('de', formatCatalogue({ ...GOOD, ...patch }), USES)

test('there is a catalogue for each language beside English', async () => {
  expect(LANGUAGES).toEqual(['en', 'de', 'es', 'fr'])
  expect(await loadCatalogue('de')).toMatchObject({ Place: 'Ort' })
  expect(await loadCatalogue('en')).toEqual({})
})

test('a translation that is missing, or has other placeholders or tags, is found', () => {
  expect(faults({})).toEqual([])
  expect(faults({ 'Read <a>the list</a>': '' })).toEqual([expect.stringContaining('has no translation')])
  expect(faults({ 'Read <a>the list</a>': 'Lesen' })).toEqual([expect.stringContaining('expected the placeholders')])
  expect(faults({ 'Read <a>the list</a>': '<b>Die Liste</b> lesen' })).toHaveLength(1)
  expect(faults({ [[...USES.keys()][0] ?? '']: '{ort}: {count, plural, other {# Zellen}}' })).toHaveLength(1)
  expect(faults({ [[...USES.keys()][0] ?? '']: '{place}: {count}' })).toHaveLength(1)
  expect(faults({ 'Read <a>the list</a>': '<a>Die Liste' })).toEqual([expect.stringContaining('cannot be read')])
  expect(faults({ 'Read <a>the list</a>': '<a>Die "Liste"</a>' })).toEqual([expect.stringContaining('curly')])
})

test('an element and a placeholder of one name are found, because only one of them would be filled', () => {
  const message = '<unit>in {unit}</unit>'
  const found = catalogueFaults('de', formatCatalogue({ [message]: message }), new Map([[message, 'c.ts:3']]))
  expect(found).toEqual([expect.stringContaining('share a name')])
})

test('an unused message, or one that two branches added, is found', () => {
  expect(faults({ Old: 'Alt' })).toEqual([expect.stringContaining('nothing says “Old”')])
  const text = formatCatalogue(GOOD)
  const line = text.split('\n')[1] ?? ''
  expect(catalogueFaults('de', text.replace(line, `${line}\n${line}`), USES)).toEqual([
    expect.stringContaining('twice'),
  ])
})

test('no line breaks before French punctuation, or between a number and its unit', async () => {
  const breaking = async (language: (typeof LANGUAGES)[number], apart: RegExp) =>
    Object.values(await loadCatalogue(language)).filter((words) => apart.test(words))
  expect(await breaking('fr', /« | [:;!?»]|\u00a0[:;!?]/)).toEqual([])
  for (const language of ['de', 'es', 'fr'] as const) {
    expect(await breaking(language, /\} (km|m²|%)/), language).toEqual([])
  }
})
