import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { planColumns } from './columns/plan-columns.ts'
import { meaningOf } from './values/word-meanings.ts'

/** Complete headers of portals, including columns that are not used. */
describe('files of portals nobody has named the columns of', () => {
  let fixture: ImportFixture

  beforeEach(() => {
    fixture = makeImportFixture()
  })
  afterEach(() => fixture.remove())

  const table = (header: string, row: (i: number) => string) =>
    `${header}\n${Array.from({ length: 30 }, (_, i) => row(i)).join('\n')}\n`

  test('a sale whose rent has no period (“not specified”) is no rent with an unknown one', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      price: { amount: 400_000 + i, currencyCode: 'GBP', frequency: 'not specified' },
      location: { latitude: 51.5 + i / 1000, longitude: -0.1 },
      neighbourhood: 'Not specified',
      firstVisibleDate: '2026-03-02T10:00:00Z',
    }))
    const { warnings } = await fixture.importFile(fixture.write('homes.json', JSON.stringify(rows)))
    expect(warnings?.filter((text) => text.includes('not specified'))).toEqual([])
    expect((await fixture.kept('*', 'price'))[0]).toMatchObject({ price: 400_000, ad_sub_type: 'buy', microzone: null })
  })

  test('a column beside the price that says what it counts is no period of rents', async () => {
    const units = ['万', '万元', 'Lac', 'Cr']
    const text = table(
      'totalPrice,priceUnit,area,lat,lng,date',
      (i) => `${100 + i},${units[i % 4]},80,${39.9 + i / 1000},116.4,2026-03-02`,
    )
    const { kept, warnings } = await fixture.importFile(fixture.write('lianjia.csv', text))
    expect(kept).toBe(30)
    expect(warnings?.filter((each) => each.includes('price_period'))).toEqual([])
    const found = await fixture.kept('price, ad_sub_type', 'price')
    expect(found[0]).toMatchObject({ price: 1_000_000, ad_sub_type: 'buy' })
    expect(new Set(found.map(({ price }) => price))).toContain(1_010_000)
    expect(new Set(found.map(({ price }) => price))).toContain(10_200_000)
    expect(found.at(-1)).toMatchObject({ price: 1_270_000_000 })
  })

  test('Poland’s register: what a unit is for tells flats from garages', () => {
    expect(['mieszkalna', 'garaż'].map((word) => meaningOf('property_type', word))).toEqual(['apartment', 'garage'])
  })

  test('Czech: dates with spaces, a kraj that is not a country, degrees with letters', {
    tags: 'nightly',
  }, async () => {
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

  test('Portuguese: rooms in a Tipologia beside a Tipo, a distrito around a concelho, rents by the month', {
    tags: 'nightly',
  }, async () => {
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

  async function expectRead(before: string, end: string): Promise<void> {
    const text = `${before}prix;surface;lat;lon;date\n${'250000;50;45.75123;4.85123;46280\n'.repeat(2)};50;45.7;4.8;46280\n`
    const report = await fixture.importFile(fixture.write('export.csv', text.replaceAll('\n', end)))
    expect(report).toMatchObject({ rows: 3, kept: 2, rejected: { 'no price': 1 } })
    const line = text.split('\n').findIndex((each) => each.startsWith(';50')) + 1
    expect(readFileSync(report.rejects_file ?? '', 'utf8')).toContain(`\n${line};no price;`)
    // A day as a spreadsheet stores it.
    expect(await fixture.kept('DISTINCT listed_on')).toEqual([{ listed_on: new Date('2026-09-15') }])
  }

  test('a title before the rows does not matter, and rejected rows keep their lines', () =>
    expectRead('Export of 2026-11-01;;;;\n\n', '\n'))

  test.each([
    ['the separator that Excel writes', 'sep=;\n', '\n'],
    ['line ends of old Macs', '', '\r'],
  ])('%s before or between the rows does not matter, either', { tags: 'nightly' }, (_, before, end) =>
    expectRead(before, end),
  )

  test('rents by the week, in a column of periods, are rejected as such', { tags: 'nightly' }, async () => {
    const text = table(
      'price,price_frequency,lat,lon,date',
      (i) => `${900 + i},${['Weekly', 'per month', 'monthly'][i % 3]},51.5${100 + i},-0.1${100 + i},2026-09-14`,
    )
    const report = await fixture.importFile(fixture.write('london.csv', text))
    expect(report).toMatchObject({ kept: 20, rejected: { 'price by another period than the month': 10 } })
  })

  test('rents by the week, with the period after the price, are rejected as such', { tags: 'nightly' }, async () => {
    const prices = ['£1,400 pcm', '£350 pw', '£350 per week', '£350 p.w.', '£350/week', '£16,000 pa', '£90 per night']
    const text = table(
      'rent,lat,lon,date',
      (i) => `"${prices[i % prices.length]}",51.5${100 + i},-0.1${100 + i},2026-09-14`,
    )
    const report = await fixture.importFile(fixture.write('london.csv', text))
    expect(report).toMatchObject({ kept: 5, rejected: { 'price by another period than the month': 25 } })
  })

  test('English: prices with words around them, areas in two units, and without a number in none', {
    tags: 'nightly',
  }, async () => {
    const prices = [
      '"Guide Price £352,240"',
      '"Offers in excess of £300,000"',
      '"£1,412 pcm"',
      'POA',
      '"From £300,000"',
    ]
    const text = table(
      'Price,Property type,Bedrooms,Size,Town,Latitude,Longitude,Added on',
      (i) =>
        `${prices[i % 5]},Flat,${1 + (i % 3)},"${i % 2 ? '1,076 sq ft / 100 sq m' : '100 m² (1,076 sq ft)'}",London,51.5${100 + i},-0.1${100 + i},2026-09-14`,
    )
    const report = await fixture.importFile(fixture.write('london.csv', text))
    expect(report).toMatchObject({ kept: 24, rejected: { 'price without a number, as on request': 6 } })
    expect(await fixture.kept('DISTINCT price, area, ad_sub_type', 'price')).toEqual([
      { price: 1_412, area: 100, ad_sub_type: 'rent' },
      { price: 300_000, area: 100, ad_sub_type: 'buy' },
      { price: 352_240, area: 100, ad_sub_type: 'buy' },
    ])
  })

  test('American: the unit of areas is in a column of its own', { tags: 'nightly' }, async () => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      JSON.stringify({
        price: 700_000 + i,
        livingArea: i % 3 === 0 ? 100 : 1_000,
        livingAreaUnits: i % 3 === 0 ? 'sqm' : 'Square Feet',
        homeType: 'CONDO',
        latitude: 37.75 + i / 10_000,
        longitude: -122.42,
        datePosted: 1_790_000_000_000,
      }),
    )
    await fixture.importFile(fixture.write('sf.jsonl', rows.join('\n')))
    const areas = (await fixture.kept('area')).map(({ area }) => Math.round(Number(area)))
    expect(new Set(areas)).toEqual(new Set([93, 100]))
  })

  test('Mexican and Romanian: a sign with the code that says which, taxes beside it, and Swiss rents', {
    tags: 'nightly',
  }, async () => {
    const cases = [
      ['"$3,500,000 MXN"', 19.4, -99.17, 'MXN', 3_500_000],
      ['107100 EUR + TVA', 46.77, 23.59, 'EUR', 107_100],
      ['CHF 3’584.–/Mt.', 47.37, 8.54, 'CHF', 3_584],
    ] as const
    for (const [price, lat, lng, currency, amount] of cases) {
      const text = table('price,area,lat,lon,date', (i) => `${price},${50 + i},${lat},${lng},2026-09-14`)
      await fixture.importFile(fixture.write(`${currency}.csv`, text))
      const kept = await fixture.kept('DISTINCT price, currency', 'price')
      expect(kept).toContainEqual({ price: amount, currency })
    }
  })

  test('Dutch: a column named as offers that holds types', { tags: 'nightly' }, async () => {
    const text = table(
      'vraagprijs;woonoppervlakte;soort aanbod;breedtegraad;lengtegraad;aangeboden sinds',
      (i) =>
        `€ 425.${100 + i} k.k.;85 m²;${i % 2 ? 'Appartement' : 'Eengezinswoning, tussenwoning'};52.36${100 + i};4.88${100 + i};14-09-2026`,
    )
    const report = await fixture.importFile(fixture.write('funda.csv', text))
    expect(report).toMatchObject({ kept: 30, columns: { property_type: 'soort aanbod' } })
    expect(report.doubts.map(({ field }) => field)).toContain('property_type')
    expect(await fixture.kept('DISTINCT ad_sub_type, property_type', 'property_type')).toEqual([
      { ad_sub_type: 'buy', property_type: 'apartment' },
      { ad_sub_type: 'buy', property_type: 'townhouse' },
    ])
  })

  const exchanged = (priceOf: (i: number) => string) =>
    table(
      'prezzo;mq;latitudine;longitudine;data',
      (i) => `${priceOf(i)};${50 + i};9.18${100 + i};45.46${100 + i};2026-09-14`,
    )

  test('Italian: exchanged coordinates lie in Somalia, which has another currency', { tags: 'nightly' }, async () => {
    const euros = exchanged((i) => `€ 364.${100 + i}`)
    const report = await fixture.importFile(fixture.write('milano.csv', euros))
    expect(report).toMatchObject({ kept: 30, countries: [{ country: 'it', currency: 'EUR' }] })
    expect(report.repaired).toEqual({ 'swapped latitude and longitude, corrected': 30 })
  })

  test('Somali: the same coordinates beside its own currency are right', { tags: 'nightly' }, async () => {
    const shillings = exchanged((i) => `${364_100 + i} SOS`)
    expect((await fixture.importFile(fixture.write('so.csv', shillings))).repaired).toEqual({})
  })

  test('French: coordinates of a national grid are named as such', { tags: 'nightly' }, async () => {
    const text = table('prix;surface;x;y;date', (i) => `${250_000 + i};50;652${100 + i};6862${100 + i};2026-09-14`)
    const report = await fixture.importFile(fixture.write('lambert.csv', text))
    const reason = 'coordinates in metres of a grid or in millionths of a degree, not in degrees (WGS 84)'
    expect(report).toMatchObject({ kept: 0, rejected: { [reason]: 30 } })
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
  ['Building.SizeInterior', 'area'],
  ['Kvadratura', 'area'],
  ['Γεωγρ. πλάτος', 'lat'],
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
