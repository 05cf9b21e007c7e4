import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DVF_HEADER, dvfRow } from '../../../testing/dvf-rows.ts'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

/** The same table as Parquet, with some columns as numbers. */
async function asParquet(file: string, numbers: readonly string[]): Promise<string> {
  const target = `${file}.parquet`
  const duckdb = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await duckdb.connect()
  const doubles = numbers.map((name) => `${name}::DOUBLE AS ${name}`).join(', ')
  await connection.run(
    `COPY (SELECT * REPLACE (${doubles}) FROM read_csv('${file}', all_varchar = true)) TO '${target}' (FORMAT parquet)`,
  )
  connection.closeSync()
  duckdb.closeSync()
  return target
}

const csv = (header: string, rows: readonly string[]) => `${header}\n${rows.join('\n')}\n`

describe('dvf', () => {
  const flat = {
    code_type_local: '2',
    type_local: 'Appartement',
    surface_reelle_bati: '42',
    nombre_pieces_principales: '2',
  }
  const house = {
    code_type_local: '1',
    type_local: 'Maison',
    surface_reelle_bati: '110',
    nombre_pieces_principales: '5',
  }
  const cellar = {
    code_type_local: '3',
    type_local: 'Dépendance',
    surface_reelle_bati: '',
    nombre_pieces_principales: '0',
  }
  const shop = {
    code_type_local: '4',
    type_local: 'Local industriel. commercial ou assimilé',
    surface_reelle_bati: '80',
  }
  const rows = [
    // A flat with its cellar; a house whose two lines differ only in the land, with a parcel of land alone.
    dvfRow('2024-1', { ...flat, valeur_fonciere: '420000.5' }),
    dvfRow('2024-1', { ...cellar, valeur_fonciere: '420000.5' }),
    dvfRow('2024-2', { ...house, valeur_fonciere: '300000', code_nature_culture: 'S', surface_terrain: '500' }),
    dvfRow('2024-2', { ...house, valeur_fonciere: '300000', code_nature_culture: 'J', surface_terrain: '900' }),
    dvfRow('2024-2', { valeur_fonciere: '300000', code_nature_culture: 'P', surface_terrain: '4000' }),
    // Two equal flats in one sale, a flat with a shop, off-plan, land, and a flat without a position.
    dvfRow('2024-3', { ...flat, valeur_fonciere: '800000' }),
    dvfRow('2024-3', { ...flat, valeur_fonciere: '800000' }),
    dvfRow('2024-4', { ...flat, valeur_fonciere: '700000' }),
    dvfRow('2024-4', { ...shop, valeur_fonciere: '700000' }),
    dvfRow('2024-5', { ...flat, nature_mutation: "Vente en l'état futur d'achèvement" }),
    dvfRow('2024-6', { valeur_fonciere: '90000', code_nature_culture: 'AB', surface_terrain: '700' }),
    dvfRow('2024-7', { ...flat, longitude: '', latitude: '' }),
  ]
  const file = () => fixture.write('75.csv.gz', gzipSync(csv(DVF_HEADER.join(','), rows)))

  test('each plain sale of exactly one dwelling is one listing, also in a later edition and in Parquet', async () => {
    const report = await fixture.importFile(file(), { preset: 'dvf' })
    expect(report).toMatchObject({ rows: 12, kept: 2, merged: 3, held: 0, preset: 'dvf' })
    expect(report.rejected).toEqual({
      'sale of several dwellings': 2,
      'sale with business premises': 2,
      'not a plain sale: nature_mutation is not Vente': 1,
      'sale without a dwelling': 1,
      'no coordinates': 1,
    })
    expect(
      await fixture.kept('price, area, rooms, property_type, currency, country, source, city, macrozone', 'price'),
    ).toEqual([
      { price: 300000, area: 110, rooms: 5, property_type: 'house', ...FRANCE },
      { price: 420000.5, area: 42, rooms: 2, property_type: 'apartment', ...FRANCE },
    ])
    // It is recognised by its columns, and its sales have other ids.
    const later = rows.map((row) => row.replace('2024-', '2024-9'))
    const again = await fixture.importFile(fixture.write('later.csv', csv(DVF_HEADER.join(','), later)))
    expect(again).toMatchObject({ preset: 'dvf', kept: 0, held: 2, merged: 3 })
    // Codes are numbers there.
    const parquet = await asParquet(file(), ['code_type_local', 'surface_reelle_bati', 'nombre_pieces_principales'])
    expect(await fixture.importFile(parquet)).toMatchObject({ preset: 'dvf', rows: 12, held: 2, merged: 3, kept: 0 })
    await expect(fixture.importFile(parquet, { map: { microzone: 'nom_commune' } })).rejects.toThrow(
      'the file is of the set dvf, whose preset has its own columns; leave out --map',
    )
    const plain = await fixture.importFile(file(), { preset: 'none', currency: 'EUR' })
    expect(plain).toMatchObject({ preset: null, merged: 0 })
  })
  const FRANCE = {
    ...{ currency: 'EUR', country: 'fr', source: 'dvf', city: 'Paris', macrozone: 'Paris 11e Arrondissement' },
  }

  test('columns of its own are named when a file lacks them', async () => {
    const other = fixture.write('a.csv', 'price,latitude\n1,2\n')
    await expect(fixture.importFile(other, { preset: 'dvf' })).rejects.toThrow(
      'found none for id_mutation, date_mutation',
    )
    await expect(fixture.importFile(other, { preset: 'dvf', map: { price: 'price' } })).rejects.toThrow(
      'leave out --map',
    )
  })
})

describe('uk-ppd', () => {
  const id = (n: number) => `{F887F88E-7D15-4415-804E-${String(n).padStart(12, '0')}}`
  const sale = (n: number, rest: string) => `"${id(n)}",${rest}`
  const at = (type: string, paon: string, saon: string, end = '"A","A"') =>
    `"250000","2025-03-14 00:00","SW1A 1AA","${type}","N","L","${paon}","${saon}","HIGH STREET","","LONDON","CITY OF WESTMINSTER","GREATER LONDON",${end}`
  const rows = [
    sale(1, at('F', '15', 'FLAT 2')),
    sale(2, at('T', '17', '')),
    sale(3, at('D', '19', '')),
    sale(4, at('S', '21', '').replace('SW1A 1AA', 'ZZ9 9ZZ')),
    sale(5, at('O', '23', '')),
    sale(6, at('F', '25', '', '"B","A"')),
    sale(7, at('F', '27', '')),
    sale(7, at('F', '27', '', '"A","D"')),
  ]
  const ppd = () => fixture.write('pp-2025.csv', `${rows.join('\n')}\n`)
  const postcodes = () =>
    fixture.write('onspd.csv', 'pcd,pcds,lat,long\nSW1A1AA,SW1A 1AA,51.5014,-0.1419\nZZ99ZZ,ZZ9 9ZZ,99.999999,0\n')

  test('sales get positions from postcodes, and areas only from certificates of their full address', async () => {
    const certificates = [
      // The newest of one flat; the town is part of another address; two buildings share one address.
      ['Flat 2', '15, High Street', '', 'SW1A 1AA', '100', '55', '2012-01-01'],
      ['Flat 2', '15 High Street', '', 'SW1A 1AA', '100', '61.5', '2020-01-01'],
      ['17 High Street', 'London', '', 'sw1a1aa', '101', '90', '2020-01-01'],
      ['19 High Street', '', '', 'SW1A 1AA', '102', '120', '2020-01-01'],
      ['19, High Street', '', '', 'SW1A 1AA', '103', '140', '2021-01-01'],
      ['2, 15 High Street', '', '', 'SW1A 1AA', '104', '70', '2020-01-01'],
    ]
    const text = certificates.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
    const epc = fixture.write(
      'certificates.csv',
      `ADDRESS1,ADDRESS2,ADDRESS3,POSTCODE,BUILDING_REFERENCE_NUMBER,TOTAL_FLOOR_AREA,LODGEMENT_DATE\n${text}\n`,
    )
    const report = await fixture.importFile(ppd(), { postcodes: postcodes(), epc: [epc] })
    expect(report).toMatchObject({ preset: 'uk-ppd', rows: 8, kept: 3 })
    expect(report.rejected).toEqual({
      'no coordinates': 1,
      'not a dwelling: property type O': 1,
      'category B: not a sale at the full market value to a private buyer': 1,
      'replaced by a later row of the same transaction': 1,
      'deleted from the register': 1,
    })
    expect(report.notes).toEqual([
      'positions from postcodes: 3 of 4 sales',
      'floor areas from energy certificates: 2 of 4 sales (50.0 %); ambiguous and therefore not used: 1',
    ])
    expect(await fixture.kept('area, property_type, lat, city, currency', 'area NULLS LAST')).toEqual([
      { area: 61.5, property_type: 'apartment', ...HOME },
      { area: 90, property_type: 'townhouse', ...HOME },
      { area: null, property_type: 'house', ...HOME },
    ])
    // Rejected rows have a header, and are the same sales.
    const mended = await fixture.importFile(report.rejects_file ?? '', { postcodes: postcodes() })
    expect(mended).toMatchObject({ preset: 'uk-ppd', rows: 5, kept: 0 })
  })
  const HOME = { lat: 51.5014, city: 'LONDON', currency: 'GBP' }

  test('needs positions of postcodes', async () => {
    await expect(fixture.importFile(ppd())).rejects.toThrow('has no coordinates; pass a file with the positions')
    const codePoint = fixture.write('sw.csv', 'postcode,eastings,northings\nSW1A1AA,1,2\n')
    await expect(fixture.importFile(ppd(), { postcodes: codePoint })).rejects.toThrow('found none for lat, lng')
  })

  test('its files beside a file of another kind are refused', async () => {
    const homes = fixture.write('homes.csv', 'lat,lng,price,area,date\n51.5,-0.1,500000,80,2025-03-01\n')
    for (const lookups of [{ postcodes: 'none.csv' }, { epc: [homes] }]) {
      await expect(fixture.importFile(homes, { currency: 'GBP', ...lookups })).rejects.toThrow(
        '--postcodes and --epc belong to the preset uk-ppd',
      )
    }
  })
})

describe('nyc-sales', () => {
  const names =
    'BOROUGH,NEIGHBORHOOD,BUILDING CLASS CATEGORY,TAX CLASS AS OF FINAL ROLL,BLOCK,LOT,EASE-MENT,BUILDING CLASS AS OF FINAL ROLL,ADDRESS,APARTMENT NUMBER,ZIP CODE,RESIDENTIAL UNITS,COMMERCIAL UNITS,TOTAL UNITS,LAND SQUARE FEET,GROSS SQUARE FEET,YEAR BUILT,TAX CLASS AT TIME OF SALE,BUILDING CLASS AT TIME OF SALE,SALE PRICE,SALE DATE'
  const row = (category: string, units: string, feet: string, price: string) =>
    `3,PARK SLOPE,${category},1,1001,7,,A4,1 UNION STREET,,11215,${units},2000,"${feet}",1901,1,A4,"${price}",06/03/2022`
  const rows = [
    row('01 ONE FAMILY DWELLINGS', '1,0,1', '1,000', '1,500,000'),
    row('13 CONDOS - ELEVATOR APARTMENTS', '1,0,1', '0', '800,000'),
    row('10 COOPS - ELEVATOR APARTMENTS', '0,0,0', '50,000', '600,000'),
    row('02 TWO FAMILY DWELLINGS', '2,0,2', '2,000', '1,900,000'),
    row('01 ONE FAMILY DWELLINGS', '1,0,1', '1,000', '0'),
  ]

  test('of the annualised set, sales of one dwelling at a price are kept, with areas in m²', async () => {
    const positions = rows.map((text, i) => `${text},40.67${i},-73.98,306,39,159,3000001,3010010007,Park Slope`)
    const header = `${names},Latitude,Longitude,Community Board,Council District,Census Tract,BIN,BBL,NTA`
    const report = await fixture.importFile(fixture.write('nyc.csv', csv(header, positions)))
    expect(report).toMatchObject({ preset: 'nyc-sales', rows: 5, kept: 3 })
    expect(report.rejected).toEqual({
      'not one dwelling: building class category': 1,
      'no or nominal price: not a sale on the market': 1,
    })
    expect(
      await fixture.kept('price, area, property_type, listed_on::VARCHAR AS day, city, macrozone, microzone', 'price'),
    ).toEqual([
      { price: 600_000, area: null, property_type: 'apartment', ...PARK_SLOPE },
      { price: 800_000, area: null, property_type: 'apartment', ...PARK_SLOPE },
      { price: 1_500_000, area: 92.90304, property_type: 'house', ...PARK_SLOPE },
    ])
  })
  const PARK_SLOPE = { day: '2022-06-03', city: 'New York', macrozone: 'Brooklyn', microzone: 'PARK SLOPE' }

  test('rolling files are refused with the reason', async () => {
    const file = fixture.write('rollingsales.csv', csv(names, rows))
    await expect(fixture.importFile(file)).rejects.toThrow('rolling sales of New York City have no coordinates')
  })
})

test('properati: covered areas come first, and developments and rents by the night are rejected', async () => {
  const header =
    'id,ad_type,start_date,end_date,created_on,lat,lon,l1,l2,l3,l4,l5,l6,rooms,bedrooms,bathrooms,surface_total,surface_covered,price,currency,price_period,title,description,property_type,operation_type'
  const row = (id: string, area: string, end: string, type = 'Propiedad') =>
    `${id},${type},2020-03-01,9999-12-31,2020-03-01,-34.59,-58.42,Argentina,Capital Federal,Palermo,Palermo Soho,,,3,2,1,${area},${end}`
  const rows = [
    row('a', '60,52', '150000,USD,Mensual,"Piso, luminoso","x",Departamento,Venta'),
    row('b', '70,', '160000,USD,,t,d,PH,Venta'),
    row('c', '40,38', '700,USD,Mensual,t,d,Departamento,Alquiler'),
    row('d', '40,38', '50,USD,Diario,t,d,Departamento,Alquiler temporal'),
    row('e', '40,38', '55,USD,,t,d,Departamento,Alquiler temporal'),
    row('f', '40,38', '90000,USD,,t,d,Departamento,Venta', 'Desarrollo'),
  ]
  const report = await fixture.importFile(fixture.write('ar_properties.csv', csv(header, rows)))
  expect(report).toMatchObject({ preset: 'properati', rows: 6, kept: 3 })
  expect(report.rejected).toEqual({
    'price by another period than the month': 1,
    'short let, not a rent by the month': 1,
    'a development, not one property': 1,
  })
  expect(report.notes[0]).toMatch(/^areas: \d+ from surface_covered, 1 from surface_total/)
  expect(await fixture.kept('price, area, rooms, ad_sub_type, country, microzone, macrozone', 'price')).toEqual([
    { price: 700, area: 38, rooms: 2, ad_sub_type: 'rent', country: 'ar', macrozone: 'Palermo Soho', microzone: null },
    {
      price: 150_000,
      area: 52,
      rooms: 2,
      ad_sub_type: 'buy',
      country: 'ar',
      macrozone: 'Palermo Soho',
      microzone: null,
    },
    {
      price: 160_000,
      area: 70,
      rooms: 2,
      ad_sub_type: 'buy',
      country: 'ar',
      macrozone: 'Palermo Soho',
      microzone: null,
    },
  ])
})

test('inside-airbnb is refused with the reason', async () => {
  const header =
    'id,name,host_id,host_name,neighbourhood_group,neighbourhood,latitude,longitude,room_type,price,minimum_nights'
  const file = fixture.write('listings.csv', csv(header, ['1,a,2,b,,Sol,40.41,-3.7,Private room,60,1']))
  await expect(fixture.importFile(file)).rejects.toThrow('holiday lets by the night')
})
