import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

async function importTitles(titles: readonly string[], type = '') {
  const rows = titles.map((title, i) => `${title},${type},${200_000 + i},80,${40.4 + i / 1000},-3.7,2026-09-03`)
  const head = `Título,${type === '' ? 'other column' : 'property type'},price,area,lat,lng,date`
  return fixture.importFile(fixture.write('a.csv', `${[head, ...rows].join('\n')}\n`))
}

test('titles of garages, shops, land, rooms and auctions are counted and named', async () => {
  const report = await importTitles([
    'Piso en venta en Sants',
    'Plaza de garaje en Sants',
    'Garage Montmartre',
    'Local comercial en esquina',
    'Terreno edificable',
    'Habitación en piso compartido',
    'Piso en subasta',
    'Bilocale all’asta',
    // Homes, whatever comes with them.
    'Piso con plaza de garaje',
    'Local con vivienda: casa de dos plantas',
    'Industrial loft',
  ])
  expect(report.kept).toBe(11)
  expect(report.notes).toEqual([
    expect.stringContaining(
      'titles in "Título" that are not of a home at its price: 7 rows (garage 2, such as “Plaza de garaje en Sants”; auction 2, such as “Piso en subasta”; retail 1, such as “Local comercial en esquina”; land 1, such as “Terreno edificable”; room 1, such as “Habitación en piso compartido”)',
    ),
  ])
})

test('titles say nothing where a column says what the rows are', async () => {
  expect((await importTitles(['Parking y piso', 'Garage Montmartre'], 'Piso')).notes).toEqual([])
})

test('a title of a share of the ownership rejects its row, and one that denies it does not', async () => {
  const report = await importTitles([
    'Nuda propiedad en Sants',
    'Nue-propriété appartement',
    'Appartement viager occupé',
    'Piso sin usufructo',
    'Piso en venta',
  ])
  expect(report).toMatchObject({ kept: 2, rejected: { 'price of a share of the home, not of the whole': 3 } })
})
