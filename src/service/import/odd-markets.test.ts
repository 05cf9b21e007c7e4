// @module-tag nightly
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  ['Share', ['0.5', '1']],
  ['Share', ['0,25', '0,012']],
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

test('in a type of area, M and H are square metres and hectares, and words for how it was measured are no unit', async () => {
  const header = 'Purchase price,Area,Area Type,Latitude,Longitude,Contract date'
  const rows = ['412.5,M', '1.25,H'].map((area, i) => `${800_001 + i},${area},-33.81,151.11,2026-10-03`)
  await imported(header, rows)
  expect(await fixture.kept('area', 'price')).toEqual([{ area: 412.5 }, { area: 12_500 }])
  const indian = [`9000001,95,Carpet Area,19.07,72.87,2026-10-03`, `9000002,97,Plot Area,19.07,72.87,2026-10-04`]
  const report = await imported('price,area,area_type,lat,lng,date', indian)
  expect(report).toMatchObject({ kept: 2, repaired: {} })
})

test.each([
  ['350', '350k'],
  ['351', '351万'],
  ['352', '352 Tsd.'],
  ['85', '1.2 Cr'],
])('%s beside %s is not a price', async (bare, shortened) => {
  const rows = [bare, shortened, shortened].map((price, i) => `${price},${80 + i},${MADRID}`)
  const report = await imported('price,area,lat,lng,date', rows)
  const reason = 'price far below the others, which have a word for thousands or more'
  expect(report).toMatchObject({ kept: 2, rejected: { [reason]: 1 } })
})

test('rents beside a shortened price of a sale stay', async () => {
  const rows = ['350k,for sale', ...Array.from({ length: 9 }, (_, i) => `${900 + i},for rent`)]
  const report = await imported(
    'price,offer,area,lat,lng,date',
    rows.map((row, i) => `${row},${80 + i},${MADRID}`),
  )
  expect(report).toMatchObject({ kept: 10, rejected: {} })
})

test('a rent whose point was taken for that of decimals is no rent', async () => {
  const rows = ['2.5', '3.1', ...Array.from({ length: 9 }, (_, i) => `${900 + i}`)]
  const report = await imported(
    'rent,area,lat,lng,date',
    rows.map((row, i) => `${row},${80 + i},${MADRID}`),
  )
  expect(report).toMatchObject({
    kept: 9,
    rejected: { 'price with decimals far below the others, as if in thousands': 2 },
  })
})

test('a bare $ is one of the US where the country’s money is not called a dollar or a peso', async () => {
  const report = await imported('price,lat,lng,date', [
    '85 000 $,50.45,30.52,2026-10-03',
    '86 000 $,45.42,-75.69,2026-10-03',
    '87 000 $,-22.9,-43.2,2026-10-03',
  ])
  expect(report.rejected).toEqual({ 'currency sign with several meanings': 1 })
  expect(await fixture.kept('currency', 'price')).toEqual([{ currency: 'USD' }, { currency: 'CAD' }])
})

describe('dates of which a program with the month first has converted those that it could', () => {
  const day = (i: number) => String(i).padStart(2, '0')
  const converted = Array.from({ length: 28 }, (_, i) => (i < 12 ? `2026-${day(i + 1)}-09` : `${i + 1}/09/2026`))
  const rows = (days: readonly string[]) => days.map((each, i) => `${300_000 + i},${80 + i},40.4168,-3.7038,${each}`)

  test('are rejected where their day and month may be exchanged', async () => {
    const reason = 'date whose day and month a program may have exchanged: if none has, give --date-order dmy'
    const report = await imported('price,area,lat,lng,date', rows(converted))
    expect(report).toMatchObject({ kept: 16, rejected: { [reason]: 12 } })
  })

  test('are read as they are where an option says so, or where one with the year first has a later day', async () => {
    const given = await imported('price,area,lat,lng,date', rows(converted), { dateOrder: 'dmy' })
    expect(given.kept).toBe(28)
    const mixed = await imported('price,area,lat,lng,date', rows([...converted, '2026-09-30']))
    expect(mixed.kept + mixed.held).toBe(29)
  })
})

test.each([
  ['rent_pw', 'write prices of homes, or rents by the month, in place of "rent_pw"'],
  ['price_per_sqm', 'in place of "price_per_sqm"'],
  ['Sum of price', 'in place of a pivot table'],
])('a file whose only price is %s is refused with what to do', async (name, advice) => {
  await expect(imported(`${name},lat,lng,date`, [`400,${MADRID}`])).rejects.toThrow(advice)
})

test('beside the same price in money that the euro replaced, the one in euros counts; other pairs are not read', async () => {
  const cells = [
    '125 001 EUR (244 479 лв.)',
    '125 002 € / 244 481.00 лв.',
    '125 003 €\u00a0244 483 лв.',
    '125 004 € (950.000 kn)',
    '125 005 € (130 000 €)',
  ]
  const report = await imported(
    'price;lat;lng;date',
    cells.map((cell) => `${cell};42.69;23.32;2026-10-03`),
  )
  expect(report.rejected).toEqual({ 'unreadable price': 1 })
  const kept = await fixture.kept('price, currency', 'price')
  expect(kept).toEqual([125_001, 125_002, 125_003, 125_004].map((price) => ({ price, currency: 'EUR' })))
})

test('kuna and units of account are currencies', async () => {
  const prices = ['1.092.502 kn;45.81;15.98;2020-10-03', '85 000 у.е.;50.45;30.52;2026-10-03']
  const reason = 'no exchange rate for HRK: load one with "squaremetre rates FILE"'
  expect(await imported('price;lat;lng;date', prices)).toMatchObject({ kept: 1, rejected: { [reason]: 1 } })
  expect(await fixture.kept('price, currency')).toEqual([{ price: 85_000, currency: 'USD' }])
})

test('of a price and that of a square metre below it, the price counts', async () => {
  const cells = ['250 001 €\n2 777 €/m²', '250 002 zł 12 345 zł/m²', '2 777 €/m²', '250 003 € 260 000 €']
  const rows = cells.map((cell) => `"${cell}";40.4168;-3.7038;2026-10-03`)
  const report = await imported('price;lat;lng;date', rows)
  expect(report.rejected).toEqual({ 'price of a unit of area, not of the home': 1, 'unreadable price': 1 })
  expect((await fixture.kept('price', 'price')).map(({ price }) => price)).toEqual([250_001, 250_002])
})

test('a column of areas with numbers of rooms has no types, and does not make rents of sales', async () => {
  const rows = ['90 m² / 3 rooms', '60 m² / 2 rooms'].map((cell) => `250000,${cell},${MADRID}`)
  const report = await imported('price,details,lat,lng,date', rows)
  expect(report.columns.property_type).toBeUndefined()
  expect(await fixture.kept('DISTINCT ad_sub_type')).toEqual([{ ad_sub_type: 'buy' }])
})

test('a point that many rows share is named, and one of a building is not', async () => {
  const rows = (shared: number) =>
    Array.from(
      { length: 300 },
      (_, i) => `${250_000 + i},${i < shared ? '40.4168' : 40.3 + i / 1000},-3.7038,2026-10-03`,
    )
  const note =
    'the point 40.4168, -3.7038 has 120 of 300 rows; if it stands for a town or a district, take these rows out'
  const report = await imported('price,lat,lng,date', rows(120))
  expect(report.notes).toEqual(expect.arrayContaining([expect.stringContaining(note)]))
  const building = await imported('price,lat,lng,date', rows(90))
  expect(building.notes.filter((text) => text.startsWith('the point'))).toEqual([])
})

test('a column that looks like dates is named where one date was given for all rows', async () => {
  const rows = (first: number) =>
    Array.from({ length: 30 }, (_, i) => `${first + i},40.4168,-3.7038,2026-10-${10 + (i % 9)}`)
  const note = (await imported('price,lat,lng,zeta', rows(250_000), { date: '2026-09' })).notes.at(0)
  expect(note).toBe(
    '"zeta" looks like dates and is not used, because --date 2026-09 was given; if these are the dates of the listings, give --map date=zeta instead',
  )
  expect((await imported('price,lat,lng,date', rows(260_000), { date: '2026-09' })).notes).toEqual([])
  const all = { date: '2026-09', currency: 'EUR', adSubType: 'buy', propertyType: 'apartment' } as const
  const known = rows(270_000).map((row) => `${row},80,buy,apartment,EUR,2,total`)
  const report = await imported('price,lat,lng,zeta,area,offer,type,currency,rooms,price_period', known, all)
  expect(report.notes).toEqual([note])
})

test('prices taken for euros before a country had them are named, unless something says that they are', async () => {
  const row = (price: string) => `${price},48.8566,2.3522,1998-10-03`
  const noted = async (header: string, rows: readonly string[], options = {}) =>
    (await imported(header, rows, options)).notes.filter((text) => text.startsWith('prices read as euros'))
  const rows = [row('1500001'), row('1500002'), row('€ 1500003'), '1500004,48.8566,2.3522,2002-10-03']
  expect(await noted('prix,lat,lng,date', rows)).toEqual([
    expect.stringContaining('before their country had them: 2, from 1998-10-03 to 1998-10-03'),
  ])
  expect(await noted('prix,lat,lng,date', rows, { currency: 'EUR' })).toEqual([])
  expect(await noted('prix_eur,lat,lng,date', [row('1500005')])).toEqual([])
})

test('areas of places and points of grids in a column of points are rejected as such; ETRS89 has degrees', async () => {
  const point = (srid: string, numbers: readonly number[]) => {
    const bytes = Buffer.alloc(16)
    for (const [i, number] of numbers.entries()) bytes.writeDoubleLE(number, 8 * i)
    return `0101000020${srid}${bytes.toString('hex')}`
  }
  const report = await imported('price,geom,date', [
    `250001,"POLYGON ((2.3 48.8, 2.4 48.8, 2.3 48.9, 2.3 48.8))",2026-10-03`,
    `250002,0103000020e61000000100000004000000${'00'.repeat(64)},2026-10-03`,
    `250003,${point('6A080000', [652_000, 6_862_000])},2026-10-03`,
    `250004,${point('A2100000', [2.35, 48.86])},2026-10-03`,
    `250005,"SRID=4326;MULTIPOLYGON (((2.35 48.86, 2.351 48.86, 2.351 48.861, 2.35 48.86)))",2026-10-03`,
  ])
  expect(await fixture.kept('lat, lng', 'price')).toEqual([
    { lat: 48.86, lng: 2.35 },
    { lat: 48.8605, lng: 2.3505 },
  ])
  expect(report).toMatchObject({
    kept: 2,
    rejected: {
      'area or line in place of a point': 2,
      'coordinates in metres of a grid, as the SRID of their points says': 1,
    },
    notes: [
      'outlines in place of points: 1; each home is at the middle of its outline',
      expect.stringContaining('coordinates in metres: 1; if they are Web Mercator'),
    ],
  })
})

test('areas in hectares, ares and centiares, and prices after the Korean word for a sale', async () => {
  const cells = ['1 are 20 ca', '1 ha 2 a 35 ca', '3ha 5ca', '45 ca', '12 ca. 30']
  await imported(
    'price,surface,lat,lng,date',
    cells.map((area, i) => `${250_001 + i},${area},${MADRID}`),
  )
  expect((await fixture.kept('area', 'price')).map(({ area }) => area)).toEqual([120, 10_235, 30_005, null, null])
  const deals = ['매매 12억', '매매 9억 5,000', '전세 3억', '월세 5,000/100'].map(
    (deal) => `"${deal}",37.5665,126.978,2026-10-03`,
  )
  const report = await imported('가격,lat,lng,date', deals)
  expect(report).toMatchObject({ kept: 2, rejected: { 'unreadable price': 2 } })
  expect((await fixture.kept('price', 'price')).map(({ price }) => price)).toEqual(
    expect.arrayContaining([950_000_000, 1_200_000_000]),
  )
})

test('a column that counts homes is named, and one that is always 1 is not', async () => {
  const noted = async (name: string, count: string) =>
    (await imported(`barrio,precio,${name},lat,lng,fecha`, [`Sol,250001,${count},${MADRID}`])).notes
  for (const name of ['transactions', 'SalesVolume', 'num_anuncios', 'Anzahl', 'Number of sales'])
    expect(await noted(name, '"1,040"'), name).toEqual([
      expect.stringContaining(`column "${name}" seems to count homes`),
    ])
  expect(await noted('transactions', '1')).toEqual([])
  expect(await noted('anuncio', '1040')).toEqual([])
})

test('half an interest and a bare ownership in a column of states are shares, and the state is no region', async () => {
  const share = 'price of a share of the home, not of the whole'
  const half = await imported('price,% Interest of Sale,lat,lng,date', [`250001,0,${MADRID}`, `250002,50,${MADRID}`])
  expect(half).toMatchObject({ kept: 1, rejected: { [share]: 1 } })
  const states = ['Ocupado', 'Libre', 'Nuda propiedad'].map((state, i) => `${250_003 + i},${state},${MADRID}`)
  expect(await imported('precio,estado,lat,lng,date', states)).toMatchObject({ kept: 2, rejected: { [share]: 1 } })
  expect(await fixture.kept('region', 'price')).toEqual([{ region: null }, { region: null }, { region: null }])
})

test('a date that a spreadsheet shows without its year is rejected as such', async () => {
  const dates = ['26-Sep', '3 Sep.', 'Sept 26', 'tomorrow'].map((date, i) => `${250_001 + i},40.4168,-3.7038,${date}`)
  expect((await imported('price,lat,lng,date', dates)).rejected).toEqual({
    'date without its year or its day: give the column a format that has both, and export it again': 3,
    'unreadable date': 1,
  })
})

test('ranges with the wave dash of Japanese, and Brazilian millions, are read', async () => {
  const row = (price: string, area: string, point: string) => `"${price}",${area},${point},2026-10-03`
  const report = await imported('price,area,lat,lng,date', [
    row('4000万円～4800万円', '70.35㎡～80.35㎡', '35.6895,139.6917'),
    row('5000万円〜5200万円', '60㎡〜64㎡', '35.6895,139.6917'),
    row('R$ 1,2 mi', '80 m²', '-23.55,-46.63'),
  ])
  expect(report).toMatchObject({ kept: 3, rejected: {} })
  expect(await fixture.kept('price, area, currency', 'price')).toEqual([
    { price: 1_200_000, area: 80, currency: 'BRL' },
    { price: 44_000_000, area: 75.35, currency: 'JPY' },
    { price: 51_000_000, area: 62, currency: 'JPY' },
  ])
})
