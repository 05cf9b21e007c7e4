import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { latLngToCell } from 'h3-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { listingFiles } from '../listings/listing-store.ts'

const HEADER = 'price,area,rooms,latitude,longitude,date'
const MADRID = '40.4168,-3.7038'
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => {
  vi.unstubAllEnvs()
  fixture.remove()
})

describe('importListings', () => {
  test('all rows of a plain file are kept, with cell, country, currency and type', async () => {
    const file = fixture.write(
      'flats.csv',
      `${HEADER},isstudio\n250000,80.5,3,${MADRID},2026-10-03,0\n120000,0,0,${MADRID},2026-10-04,1\n`,
    )
    const report = await fixture.importFile(file)
    expect(report).toMatchObject({ rows: 2, kept: 2, held: 0, rejected: {}, rejects_file: null })
    const rows = await fixture.kept('* EXCLUDE (key, cell), cell::VARCHAR AS cell, listed_on::VARCHAR AS day')
    expect(rows[0]).toMatchObject({
      source: 'flats.csv',
      country: 'es',
      currency: 'EUR',
      ad_sub_type: 'buy',
      property_type: 'apartment',
      price: 250000,
      area: 80.5,
      rooms: 3,
      day: '2026-10-03',
      cell: BigInt(`0x${latLngToCell(40.4168, -3.7038, 8)}`).toString(),
    })
    expect(rows[1]).toMatchObject({ property_type: 'studio', area: null, rooms: 0 })
  })

  test('importing a file twice adds nothing, even gzipped and renamed; one more of identical rows is new', async () => {
    const text = `${HEADER}\n1000,50,1,${MADRID},2026-10-03\n1000,50,1,${MADRID},2026-10-03\n2000,50,1,${MADRID},2026-10-03\n`
    expect(await fixture.importFile(fixture.write('a.csv', text))).toMatchObject({ rows: 3, kept: 3, held: 0 })
    expect(await fixture.importFile(fixture.write('a.csv', text))).toMatchObject({
      rows: 3,
      kept: 0,
      held: 3,
      listings_file: null,
    })
    expect(await fixture.importFile(fixture.write('b.csv.gz', gzipSync(text)))).toMatchObject({
      rows: 3,
      kept: 0,
      held: 3,
    })
    expect(new Set((await fixture.kept('key')).map(({ key }) => key)).size).toBe(3)
    const row = `1000,50,1,${MADRID},2026-10-03\n`
    expect(await fixture.importFile(fixture.write('c.csv', `${HEADER}\n${row}${row}${row}`))).toMatchObject({
      kept: 1,
      held: 2,
    })
  })

  test('every reason is counted and written with its line, and all rows add up', async () => {
    const bad = [
      `,50,1,${MADRID},2026-10-03,buy`,
      `#N/A,50,1,${MADRID},2026-10-03,buy`,
      `cheap,50,1,${MADRID},2026-10-03,buy`,
      `0,50,1,${MADRID},2026-10-03,buy`,
      `-5,50,1,${MADRID},2026-10-03,buy`,
      '1000,50,1,,-3.7,2026-10-03,buy',
      '1000,50,1,-23.543.138,-3.7,2026-10-03,buy',
      '1000,50,1,0,0,2026-10-03,buy',
      '1000,50,1,91,0,2026-10-03,buy',
      '1000,50,1,-45,-120,2026-10-03,buy',
      `1000,50,1,${MADRID},NA,buy`,
      `1000,50,1,${MADRID},2026-13-03,buy`,
      `1000,50,1,${MADRID},2026-10-03,swap`,
      `1000,50,1,${MADRID},2026-10-03,buy,more`,
      '1000,50',
    ]
    const good = `1000,50,1,${MADRID},2026-10-03,for sale`
    const file = fixture.write('a.csv', `${HEADER},operation\n${good}\n\n${bad.join('\n')}\n${good}`)
    const report = await fixture.importFile(file)
    expect(report.rejected).toEqual({
      'no price': 2,
      'price without a number, as on request': 1,
      'price not above 0': 2,
      'no coordinates': 1,
      'unreadable coordinates': 1,
      'coordinates 0,0': 1,
      'coordinates out of range': 1,
      'no country near the coordinates': 1,
      'no date': 1,
      'unreadable date': 1,
      'unknown ad_sub_type': 1,
      'malformed line: too many columns': 1,
      'malformed line: missing columns': 1,
    })
    expect(report).toMatchObject({ rows: 17, kept: 2 })
    const rejects = readFileSync(report.rejects_file ?? '', 'utf8')
      .trimEnd()
      .split('\n')
    // A header, a good row and a blank line come before the first bad row.
    expect(rejects[0]).toBe(`rejected_line,rejected_because,${HEADER},operation`)
    expect(rejects[1]).toBe(`4,no price,,50,1,${MADRID},2026-10-03,buy`)
    expect(rejects.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(bad.map((_, i) => i + 4))
    expect(rejects.slice(1).map((line) => line.replace(/^\d+,("[^"]*"|[^,]*),/, ''))).toEqual(bad)
  })

  test('dates and prices are read in many forms', async () => {
    const days = {
      '2026-10-03': '2026-10-03',
      '2026-10-04T08:00:00Z': '2026-10-04',
      '2026-10': '2026-10-01',
      202610: '2026-10-01',
      20261005: '2026-10-05',
      '6/10/2026': '2026-10-06',
      '26/10/2026': '2026-10-26',
      '07.10.2026': '2026-10-07',
    }
    const prices = {
      1480000: 1480000,
      '1,480,001': 1480001,
      '1.480.002': 1480002,
      '1.480.003,50': 1480003.5,
      '85,5': 85.5,
    }
    const more = { '€ 1480004': 1480004, '1.480005e6': 1480005, 'EUR 1480006.25': 1480006.25 }
    const byDay = Object.keys(days).map((day) => `1000,50,1,${MADRID},${day}`)
    const byPrice = Object.keys({ ...prices, ...more }).map((price) => `"${price}",50,1,${MADRID},2026-10-03`)
    const file = fixture.write('a.csv', [HEADER, ...byDay, ...byPrice].join('\n'))
    expect(await fixture.importFile(file)).toMatchObject({ kept: byDay.length + byPrice.length })
    const rows = await fixture.kept('price, listed_on::VARCHAR AS day')
    const ofDays = rows.filter(({ price }) => price === 1000)
    const ofPrices = rows.filter(({ price }) => price !== 1000)
    expect(ofDays.map(({ day }) => day)).toEqual(Object.values(days).sort())
    expect(ofPrices.map(({ price }) => price).sort()).toEqual(Object.values({ ...prices, ...more }).sort())
  })

  test('a file without dates needs --date, and that date is part of a listing’s identity', async () => {
    const file = fixture.write('a.csv', `price,latitude,longitude\n1000,${MADRID}\n`)
    await expect(fixture.importFile(file)).rejects.toThrow(
      /a\.csv: expected a column for the date, found none; .* --date/,
    )
    await expect(fixture.importFile(file, { date: 'spring' })).rejects.toThrow('date "spring" should be')
    expect(await fixture.importFile(file, { date: '2019-04' })).toMatchObject({ kept: 1 })
    expect(await fixture.importFile(file, { date: '2019-04' })).toMatchObject({ kept: 0, held: 1 })
    expect(await fixture.importFile(file, { date: '2019-05' })).toMatchObject({ kept: 1 })
  })

  test('a cell with two place levels is split, and places are stored by level', async () => {
    await fixture.importFile(
      fixture.write('a.csv', `${HEADER},District,Regionname\n1000,50,1,${MADRID},2026-10,Moema/São Paulo,#N/A\n`),
      {
        placeSeparator: '/',
      },
    )
    expect(await fixture.kept('region, city, macrozone')).toEqual([
      { region: null, city: 'São Paulo', macrozone: 'Moema' },
    ])
  })

  test('columns and constants can be given, and areas in square feet', async () => {
    const file = fixture.write('a.csv', 'cost;ft;y;x;when\n1000;1000;51.5;-0.12;2026-10-03\n')
    const map = { price: 'cost', area_sqft: 'ft', date: 'when', currency: '=usd', ad_sub_type: '=rent' }
    const report = await fixture.importFile(file, { map })
    expect(report.columns).toMatchObject({ price: 'cost', currency: '=usd', lat: 'y' })
    expect(await fixture.kept('country, currency, ad_sub_type, property_type, area')).toEqual([
      { country: 'gb', currency: 'USD', ad_sub_type: 'rent', property_type: 'other', area: 92.90304 },
    ])
  })

  test('a constant part of a date holds for all rows', async () => {
    const file = fixture.write('a.csv', 'price,area,lat,lng,month,currency\n1000,50,40.4,-3.7,3,EUR\n')
    await fixture.importFile(file, { map: { year: '=2026' } })
    expect(await fixture.kept('listed_on::VARCHAR AS listed_on')).toEqual([{ listed_on: '2026-03-01' }])
  })

  test('an option fills in for an empty cell', async () => {
    const file = fixture.write(
      'a.csv',
      `${HEADER},country,currency\n1000,50,1,38.72,-9.14,2026-10-03,PT,\n1000,50,1,48.85,2.35,2026-10-04,,GBP\n`,
    )
    await fixture.importFile(file, { country: 'fr', currency: 'chf' })
    expect(await fixture.kept('country, currency')).toEqual([
      { country: 'pt', currency: 'CHF' },
      { country: 'fr', currency: 'GBP' },
    ])
  })

  test('Parquet is read too, with the days of instants as in UTC wherever the machine is', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    const instance = await DuckDBInstance.create(':memory:')
    const file = join(fixture.dir, 'a.parquet')
    const connection = await instance.connect()
    await connection.run(
      `COPY (SELECT 1000 AS "Price", 40.4 AS lat, -3.7 AS lon, TIMESTAMPTZ '2026-10-03 00:30:00+00' AS date UNION ALL SELECT NULL, 40.4, -3.7, TIMESTAMPTZ '2026-10-04 00:30:00+00')
       TO '${file}' (FORMAT parquet)`,
    )
    instance.closeSync()
    const report = await fixture.importFile(file)
    expect(report).toMatchObject({ rows: 2, kept: 1, rejected: { 'no price': 1 } })
    expect(await fixture.kept('price, listed_on::VARCHAR AS day')).toEqual([{ price: 1000, day: '2026-10-03' }])
  })

  test('structs in Parquet have columns of their own, as objects in JSON', { tags: 'nightly' }, async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const file = join(fixture.dir, 'nested.parquet')
    const connection = await instance.connect()
    const home = (price: string) =>
      `SELECT ${price} AS price, {'point': {'type': 'Point', 'coordinates': [-3.7, 40.4]}} AS location, [{'url': 'a'}] AS photos, DATE '2026-10-03' AS date`
    await connection.run(
      `COPY (${home("{'amount': 200000, 'currency': 'EUR'}")} UNION ALL ${home('NULL')}) TO '${file}' (FORMAT parquet)`,
    )
    instance.closeSync()
    expect(await fixture.importFile(file)).toMatchObject({ rows: 2, kept: 1, rejected: { 'no price': 1 } })
    expect(await fixture.kept('price, currency, lat, lng')).toEqual([
      { price: 200_000, currency: 'EUR', lat: 40.4, lng: -3.7 },
    ])
  })

  test('an unreadable file is named, and nothing is left behind', async () => {
    await expect(fixture.importFile(join(fixture.dir, 'none.csv'))).rejects.toThrow('none.csv: there is no such file')
    await expect(fixture.importFile(fixture.dir)).rejects.toThrow('found a folder; name the files in it')
    await expect(fixture.importFile('/dev/null')).rejects.toThrow('/null: expected a file, found a pipe or device')
    await expect(fixture.importFile(fixture.write('a.dat', HEADER))).rejects.toThrow('should end in .csv')
    await expect(fixture.importFile(fixture.write('b.csv', 'a,b\n1,2\n'))).rejects.toThrow(
      '--map price=COLUMN,lat=COLUMN,lng=COLUMN',
    )
    await expect(fixture.importFile(fixture.write('c.csv', HEADER), { currency: 'XXX' })).rejects.toThrow(
      'currency "XXX"',
    )
    expect(readdirSync(join(fixture.dataDir, 'service')).sort()).toEqual([
      'imports',
      'listings',
      'rejects',
      'working.lock',
    ])
    expect(listingFiles(fixture.dataDir)).toEqual([])
  })
})
