import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

function fileOf(column: string, values: readonly string[]): string {
  const rows = values.map((value, index) => `${250_000 + index},40.4168,-3.7038,2026-10-03,${value}`)
  return fixture.write('homes.csv', `price,latitude,longitude,date,${column}\n${rows.join('\n')}\n`)
}

test('a column of regions with what became of the homes names no places, and the report says so', {
  tags: 'nightly',
}, async () => {
  const report = await fixture.importFile(fileOf('estado', ['vendido', 'activo', 'vendido', 'baja']))
  expect(report).toMatchObject({ kept: 4 })
  expect((await fixture.kept('region')).map(({ region }) => region)).toEqual([null, null, null, null])
  expect(report.notes).toEqual([
    expect.stringContaining('column "estado" says that homes are gone (vendido: 2, baja: 1); their rows count'),
  ])
})

test('a history of prices, with one row for each event, is recognised by its words for events', {
  tags: 'nightly',
}, async () => {
  const events = ['Listed for sale', 'Price change', 'Sold', 'Listing removed', 'Listed for rent', 'FOR_RENT']
  expect((await fixture.importFile(fileOf('event', events))).notes.toSorted().toReversed()).toEqual([
    expect.stringContaining('for rent by their type, since nothing else says so: 1 of type FOR_RENT, 1 of type'),
    expect.stringContaining('column "event" says that homes are gone (Listing removed: 1, Sold: 1)'),
  ])
  const offers = (await fixture.kept('ad_sub_type', 'price')).map(({ ad_sub_type }) => ad_sub_type)
  expect(offers).toEqual(['buy', 'buy', 'buy', 'buy', 'rent', 'rent'])
})

test('a flag of homes that are gone is named, and one that nobody set is not', async () => {
  expect((await fixture.importFile(fileOf('is_sold', ['true', 'false', 'false']))).notes).toEqual([
    expect.stringContaining('column "is_sold" says that homes are gone (true: 1)'),
  ])
  expect((await fixture.importFile(fileOf('eliminado', ['0', '0']))).notes).toEqual([])
})

test('a column of regions whose values are places is kept', { tags: 'nightly' }, async () => {
  const report = await fixture.importFile(fileOf('estado', ['São Paulo', 'Nova', 'Bahia']))
  expect((await fixture.kept('region', 'price')).map(({ region }) => region)).toEqual(['São Paulo', 'Nova', 'Bahia'])
  expect(report.notes).toEqual([])
})

test('names in an encoding that was guessed are shown', { tags: 'nightly' }, async () => {
  const text = 'price,latitude,longitude,date,city\n250000,40.4168,-3.7038,2026-10-03,Alcalá\n'
  const file = fixture.write('old.csv', Buffer.from(text, 'latin1'))
  const note = 'names are read as windows-1252, such as "Alcalá"; if they look wrong, choose with --encoding'
  expect((await fixture.importFile(file)).notes).toEqual([note])
  expect((await fixture.importFile(file, { encoding: 'windows-1252' })).notes).toEqual([])
})
