import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { planColumns } from './known-columns.ts'
import { meaningOf } from './word-meanings.ts'

/** Whole headers as portals write them, with everything that they have beside what is wanted. */
describe('files of portals nobody has named the columns of', () => {
  let fixture: ImportFixture

  beforeEach(() => {
    fixture = makeImportFixture()
  })
  afterEach(() => fixture.remove())

  const table = (header: string, row: (i: number) => string) =>
    `${header}\n${Array.from({ length: 30 }, (_, i) => row(i)).join('\n')}\n`

  test('Czech: dates with spaces, a kraj that is not a country, degrees with letters', async () => {
    const header =
      'Číslo zakázky;Název;Typ nabídky;Druh nemovitosti;Cena;Plocha užitková;Celková plocha;Dispozice;Podlaží;Kraj;Okres;Obec;GPS šířka;GPS délka;Vloženo dne;Aktualizace'
    const text = table(
      header,
      (i) =>
        `${i};Prodej bytu;Prodej;Byt;5 ${100 + i} 000 Kč;${50 + i};90;2+kk;3.;Jihomoravský kraj;Brno-město;Brno;49.19${100 + i}N;16.60${100 + i}E;${1 + (i % 28)}. 9. 2026;30. 10. 2026`,
    )
    await fixture.importFile(fixture.write('brno.csv', text))
    const [first] = await fixture.kept('*', 'price')
    expect(first).toMatchObject({ price: 5_100_000, currency: 'CZK', area: 50, rooms: 2, property_type: 'apartment' })
    expect(first).toMatchObject({ ad_sub_type: 'buy', region: 'Jihomoravský kraj', province: 'Brno-město' })
    expect(first?.listed_on).toEqual(new Date('2026-09-01'))
  })

  test('Portuguese: rooms in a Tipologia beside a Tipo, a distrito around a concelho, rents by the month', async () => {
    const header =
      'Ref;Finalidade;Tipo;Tipologia;Preço;Área bruta (m²);Área útil (m²);Distrito;Concelho;Freguesia;Latitude;Longitude;Data de publicação'
    const text = table(
      header,
      (i) =>
        `${i};Arrendar;Apartamento;T${i % 4};${900 + i} €/mês;${60 + i};${50 + i};Porto;Vila Nova de Gaia;Canidelo;41.12${100 + i};-8.63${100 + i};${10 + (i % 18)}-10-2026`,
    )
    await fixture.importFile(fixture.write('gaia.csv', text))
    const [first] = await fixture.kept('*', 'price')
    expect(first).toMatchObject({ ad_sub_type: 'rent', property_type: 'apartment', rooms: 0, area: 50, price: 900 })
    expect(first).toMatchObject({ province: 'Porto', city: 'Vila Nova de Gaia', macrozone: 'Canidelo' })
  })

  test.each([
    ['the separator that Excel writes', 'sep=;\n', '\n'],
    ['a title', 'Export of 2026-11-01;;;;\n\n', '\n'],
    ['line ends of old Macs', '', '\r'],
  ])('%s before or between the rows does not matter, and rejected rows keep their lines', async (_, before, end) => {
    const text = `${before}prix;surface;lat;lon;date\n${'250000;50;45.75123;4.85123;46280\n'.repeat(2)};50;45.7;4.8;46280\n`
    const report = await fixture.importFile(fixture.write('export.csv', text.replaceAll('\n', end)))
    expect(report).toMatchObject({ rows: 3, kept: 2, rejected: { 'no price': 1 } })
    const line = text.split('\n').findIndex((each) => each.startsWith(';50')) + 1
    expect(readFileSync(report.rejects_file ?? '', 'utf8')).toContain(`\n${line};no price;`)
    // A day as a spreadsheet stores it.
    expect(await fixture.kept('DISTINCT listed_on')).toEqual([{ listed_on: new Date('2026-09-15') }])
  })

  test('rents by the week, in a column of periods, are rejected as such', async () => {
    const text = table(
      'price,price_frequency,lat,lon,date',
      (i) => `${900 + i},${['Weekly', 'per month', 'monthly'][i % 3]},51.5${100 + i},-0.1${100 + i},2026-09-14`,
    )
    const report = await fixture.importFile(fixture.write('london.csv', text))
    expect(report).toMatchObject({ kept: 20, rejected: { 'price by another period than the month': 10 } })
  })

  test('positions are recognised by their values, and named as a doubt', async () => {
    const text = table(
      'prix;surface;pos1;pos2;maj;mise en vente',
      (i) => `${250_000 + i};${50 + i};45.75${100 + i};4.85${100 + i};01/11/2026;${13 + (i % 15)}/09/2026`,
    )
    const report = await fixture.importFile(fixture.write('lyon.csv', text))
    expect(report).toMatchObject({ kept: 30, columns: { lat: 'pos1', lng: 'pos2', date: 'mise en vente' } })
    expect(report.doubts.map(({ field }) => field)).toEqual(expect.arrayContaining(['lat', 'lng', 'date']))
  })
})

test.each([
  ['Wohnfläche ca.', 'area'],
  ['Szerokość geogr.', 'lat'],
  ['Nb de chambres', 'rooms'],
  ['Data inserimento annuncio', 'date'],
  ['price_sold', 'price'],
  ['Cena w zł', 'price'],
  ['Tipo de oferta', 'ad_sub_type'],
])('%s is a name of %s', (name, field) => {
  expect(Object.keys(planColumns([name], {}))).toContain(field)
})

test.each([
  'Area code',
  'Preis/m²',
  'price per sqm',
  'Plot size',
  'Rent per week',
  'Data de atualização',
  'Offer expiry',
])('%s is not a name of any field', (name) => {
  expect(planColumns([name], {})).toEqual({})
})

test.each([
  ['Appartamento in villa', 'apartment'],
  ['Apartament în vilă', 'apartment'],
  ['Wohnung im Einfamilienhaus', 'apartment'],
  ['Casa en condominio', 'house'],
  ['Planta baixa', 'apartment'],
])('%s is of type %s', (text, type) => {
  expect(meaningOf('property_type', text)).toBe(type)
})
