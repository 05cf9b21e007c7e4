// @module-tag nightly
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const MADRID = '40.4168,-3.7038,2026-10-03'
const imported = (header: string, rows: readonly string[], options = {}) =>
  fixture.importFile(fixture.write('a.csv', `${[header, ...rows].join('\n')}\n`), options)

test('marks of the direction of writing around a number are ignored', async () => {
  const rows = [
    'תל אביב,"\u200f2,450,000 \u200f₪",75,32.08,34.77,2026-10-03',
    'ירושלים,"\u202b1,850,000 ש""ח\u202c","\u200f70 מ""ר",31.78,35.21,2026-10-03',
  ]
  expect(await imported('city,price,area,lat,lng,date', rows)).toMatchObject({ kept: 2, repaired: {} })
  expect(await fixture.kept('price, currency, area', 'price')).toEqual([
    { price: 1_850_000, currency: 'ILS', area: 70 },
    { price: 2_450_000, currency: 'ILS', area: 75 },
  ])
})

test('an area beside that of a terrace or of land is the home’s; other sums are unknown', async () => {
  const own = [
    '120 m2 + terrace 20',
    '120 m² + 20 m² terraza',
    '120 m² / działka 800 m²',
    '120 m², jardin 300 m²',
    '120 + balcón',
  ]
  const unknown = [
    '20 m² terraza + 120 m²',
    '60 m² + 60 m²',
    '90 m² const. / 80 m² útiles',
    '20 m² (terraza)',
    '54/62/9 m²',
  ]
  await imported(
    'price,area,lat,lng,date',
    [...own, ...unknown].map((area, i) => `${250_001 + i},"${area}",${MADRID}`),
  )
  const areas = (await fixture.kept('area', 'price')).map(({ area }) => area)
  expect(areas).toEqual([...own.map(() => 120), ...unknown.map(() => null)])
})

test('a starting price ("from …") is read with any currency sign', async () => {
  const prices = ['a partir de R$ 199.901', 'from US$ 199.902', 'ab Fr. 199.903', 'od 199 904 zł']
  const report = await imported(
    'price;lat;lng;date',
    prices.map((price) => `${price};${MADRID.replaceAll(',', ';')}`),
  )
  expect(report.rejected).toEqual({})
  expect((await fixture.kept('currency', 'price')).map(({ currency }) => currency)).toEqual([
    'BRL',
    'USD',
    'CHF',
    'PLN',
  ])
})

test('dates with points and blanks after the year are days', async () => {
  const days = ['2026.10.03.', '2026. 10. 04.', '2026. 10. 5', '2026. 9. 3. 12:00']
  await imported(
    'price;lat;lng;date',
    days.map((day) => `250001;40.4168;-3.7038;${day}`),
  )
  expect((await fixture.kept('listed_on::VARCHAR AS day')).map(({ day }) => day)).toEqual([
    '2026-09-03',
    '2026-10-03',
    '2026-10-04',
    '2026-10-05',
  ])
})

test('a date that half of the rows lack is not preferred to one that all have', async () => {
  const rows = [
    `525000,80,40.41,-3.70,2026-09-03,`,
    `315000,70,40.41,-3.70,2026-09-04,2026-10-04`,
    `1250000,90,40.41,-3.70,2026-09-05,`,
  ]
  const report = await imported('ListPrice,LivingArea,Latitude,Longitude,ListingContractDate,CloseDate', rows)
  expect(report).toMatchObject({ kept: 3, columns: { date: 'ListingContractDate' } })
})

test('the area and the unit of structured data are read', async () => {
  const home = (value: string, unitCode: string) => ({
    offers: { price: '450000', priceCurrency: 'USD' },
    floorSize: { value, unitCode },
    geo: { latitude: 30.2672, longitude: -97.7431 },
    datePosted: '2026-10-03',
  })
  const lines = [home('1000', 'FTK'), home('120', 'MTK')].map((each) => JSON.stringify(each)).join('\n')
  await fixture.importFile(fixture.write('a.jsonl', lines))
  expect(await fixture.kept('round(area, 2) AS area', 'area')).toEqual([{ area: 92.9 }, { area: 120 }])
})

test('prices that count cents are refused', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${32_500_000 + i},80,${MADRID}`)
  await expect(imported('price,area,lat,lng,date', rows)).rejects.toThrow(
    /per m²; nothing was imported. If they count cents/,
  )
})

test.each([
  ['Shared Ownership', ['Yes', 'No']],
  ['is_shared_ownership', ['25%', 'false']],
  ['tenure', ['Shared ownership', 'Share of freehold']],
  ['Tipo proprietà', ['Nuda proprietà', 'Intera proprietà']],
  ['Proporção Transmitida (%)', ['50,00', '100,00']],
  ['ownership share', ['0.4', '1.0']],
  ['podíl', ['1/2', '1/1']],
  ['nature', ['Viager', 'Vente']],
  ['type_vente', ['Viager occupé', 'Hors viager']],
  ['Viager', ['oui', 'non']],
  ['property type', ['Piso (nuda propiedad)', 'Piso']],
  ['transaction type', ['Shared ownership for sale', 'For sale']],
])('the price of a share of a home is not that of a home: %s', async (column, [share, whole]) => {
  const rows = [share, whole].map((text) => `150000,80,${MADRID},"${text}"`)
  const report = await imported(`price,area,lat,lng,date,${column}`, rows)
  expect(report).toMatchObject({ kept: 1, rejected: { 'price of a share of the home, not of the whole': 1 } })
})

test('every percentage in a column of shares marks a share, however many different ones there are', async () => {
  const rows = Array.from({ length: 999 }, (_, i) => `150000,80,${MADRID},${(i + 1.5) / 11}`)
  const report = await imported('price,area,lat,lng,date,share percentage', rows)
  expect(report).toMatchObject({ kept: 0, rejected: { 'price of a share of the home, not of the whole': 999 } })
})

test('rents by a unit of area are rejected', async () => {
  const report = await imported('rent,rent frequency,lat,lng,date', [`12,psf,${MADRID}`, `1950,pcm,${MADRID}`])
  expect(report).toMatchObject({ kept: 1, rejected: { 'price of a unit of area, not of the home': 1 } })
})

test('French sales are refused without the columns that say which rows belong to one sale', async () => {
  const header =
    'id_mutation,date_mutation,nature_mutation,valeur_fonciere,type_local,surface_reelle_bati,longitude,latitude'
  const rows = ['Appartement,60', 'Dépendance,'].map((row) => `2024-2,2024-09-04,Vente,410000,${row},2.38,48.86`)
  await expect(imported(header, rows)).rejects.toThrow(/columns of the preset dvf.*code_type_local.*--preset none/)
  expect(await imported(header, rows, { preset: 'none' })).toMatchObject({ kept: 2 })
})

test.each([
  ['種類,面積（㎡）,延床面積（㎡）', ['中古マンション等', '宅地(土地と建物)', '宅地(土地)']],
  [
    'Type,Area,TotalFloorArea',
    ['"Pre-owned Condominiums, etc."', 'Residential Land(Land and Building)', 'Residential Land(Land Only)'],
  ],
])(
  'houses in Japan’s register have their floor area, not that of their land: %s',
  async (columns, [flat, house, land]) => {
    const place = '35.65,139.75,2026-04-01'
    const rows = [`${flat},55,`, `${house},120,95`, `${house},130,`, `${land},140,`]
    const report = await imported(
      `price,lat,lng,date,${columns}`,
      rows.map((row, i) => `${50_000_000 + i},${place},${row}`),
    )
    expect(report.notes).toContainEqual(expect.stringContaining('areas of houses with land'))
    expect(await fixture.kept('property_type AS type, area', 'price')).toEqual([
      { type: 'apartment', area: 55 },
      { type: 'house', area: 95 },
      { type: 'house', area: null },
      { type: 'land', area: 140 },
    ])
  },
)
