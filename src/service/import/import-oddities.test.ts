import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'

const HEADER = 'price,area,rooms,latitude,longitude,date'
const MADRID = '40.4168,-3.7038'
const DAY = '2026-10-03'
let fixture: ImportFixture

beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

function csv(header: string, rows: readonly string[]): string {
  return fixture.write('a.csv', `${header}\n${rows.join('\n')}\n`)
}

/** 40 rows near a point, a few hundred metres apart. */
function around(lat: number, lng: number, rest: string): string[] {
  return Array.from({ length: 40 }, (_, i) => `${1000 + i},50,1,${lat + i / 300},${lng - i / 300},${rest}`)
}

describe('coordinates', () => {
  test('are corrected when latitude and longitude are certainly swapped', async () => {
    const rows = [
      ...around(40.4, -3.7, `${DAY},`),
      ...around(40.41, -3.7, `${DAY},`),
      `5001,50,1,-3.7001,40.4001,${DAY},`,
      `5002,50,1,-3.7002,40.4002,${DAY},es`,
      // A row of another country, and one that lies elsewhere either way, stay as they are.
      `5003,50,1,-3.7003,40.4003,${DAY},ke`,
      `5004,50,1,28.4682,-16.2546,${DAY},es`,
      // Without its minus, a row lies in the sea off Menorca; one of Mahón lies there.
      `5005,50,1,40.4005,3.7005,${DAY},`,
      `4999,50,1,39.8885,4.2614,${DAY},`,
    ]
    const report = await fixture.importFile(csv(`${HEADER},country`, rows), { currency: 'EUR' })
    const rejected = { 'coordinates far from the rest, probably without their minus': 1 }
    expect(report).toMatchObject({ rows: 86, kept: 85, rejected })
    expect(report.repaired).toEqual({ 'swapped latitude and longitude, corrected': 2 })
    const far = await fixture.kept('price, lat, lng, country', 'price DESC LIMIT 4')
    expect(far).toEqual([
      { price: 5004, lat: 28.4682, lng: -16.2546, country: 'es' },
      { price: 5003, lat: -3.7003, lng: 40.4003, country: 'ke' },
      { price: 5002, lat: 40.4002, lng: -3.7002, country: 'es' },
      { price: 5001, lat: 40.4001, lng: -3.7001, country: 'es' },
    ])
  })

  test('out of range are corrected in the same way, except with keepSwapped', { tags: 'nightly' }, async () => {
    const file = csv(HEADER, [...around(-37.8, 144.9, DAY), `5001,50,1,144.9,-37.8,${DAY}`])
    expect((await fixture.importFile(file, { keepSwapped: true })).rejected).toEqual({ 'coordinates out of range': 1 })
    expect(await fixture.importFile(file)).toMatchObject({ kept: 41, replaces: true, rejected: {} })
  })

  const rows = [
    ...around(-23.55, -46.63, DAY),
    `5001,50,1,-46.6301,-23.5501,${DAY}`,
    // The sea; Madrid, and Uruguay's side of a town that a border runs through.
    `5002,50,1,-30,-30,${DAY}`,
    `5003,50,1,${MADRID},${DAY}`,
    `5004,50,1,-30.905,-55.551,${DAY}`,
  ]
  const outside = { 'coordinates outside the row’s country': 2 }

  test('are checked with a country as without one', { tags: 'nightly' }, async () => {
    const report = await fixture.importFile(csv(HEADER, rows), { country: 'BR' })
    expect(report).toMatchObject({ kept: 42, rejected: outside })
    expect(report.repaired).toEqual({ 'swapped latitude and longitude, corrected': 1 })
  })

  test('are checked with a country that each row names, too', { tags: 'nightly' }, async () => {
    const named = rows.map((row) => `${row},BR`)
    expect((await fixture.importFile(csv(`${HEADER},country`, named))).rejected).toEqual(outside)
  })

  test('of a territory are those of its country, under either code of a country', { tags: 'nightly' }, async () => {
    const reunion = csv(`${HEADER},country`, [`1000,50,1,-20.88,55.45,${DAY},`, `1000,50,1,51.5,-0.12,${DAY},UK`])
    await fixture.importFile(reunion, { country: 'fr' })
    expect(await fixture.kept('country', 'country')).toEqual([{ country: 'fr' }, { country: 'gb' }])
  })

  test('of few listings are never corrected', async () => {
    const file = csv(HEADER, [`1000,50,1,${MADRID},${DAY}`, `1001,50,1,-3.7,40.4,${DAY}`])
    expect((await fixture.importFile(file, { currency: 'EUR' })).repaired).toEqual({})
  })

  test('shared by listings of many places are a default point; those of a tower are not', async () => {
    const at = (point: string, places: readonly string[]) =>
      places.map((place, i) => `${1000 + i},50,1,${point},${DAY},${place}`)
    const rows = [
      ...at('40.41,-3.71', ['Sol', 'Lavapiés', 'Malasaña', 'Chueca', 'Retiro', 'SOL']),
      ...at('40.42,-3.72', ['Sol', 'Lavapiés', 'Malasaña', 'Chueca']),
      ...at(
        '40.43,-3.73',
        Array.from({ length: 20 }, () => 'Sol'),
      ),
    ]
    const file = csv(`${HEADER},barrio`, rows)
    const report = await fixture.importFile(file)
    expect(report).toMatchObject({ rows: 30, kept: 24, rejected: { 'coordinates are a default point': 6 } })
    expect(await fixture.importFile(file, { defaultPointPlaces: 0 })).toMatchObject({ kept: 30, replaces: true })
  })
})

describe('files', () => {
  const table = [
    ['price', 'area', 'latitude', 'longitude', 'date', 'barrio', 'nota'],
    ['250000', '85', '40.41', '-3.71', DAY, 'Gràcia', 'two\nlines'],
    ['260000', '86', '40.42', '-3.72', DAY, 'Sarrià, Ñuñoa', 'a "quoted" one'],
  ]
  const text = (delimiter: string, end = '\n') =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + end).join('')

  test('the same rows in another encoding or with another delimiter are the same listings', {
    tags: 'nightly',
  }, async () => {
    expect(await fixture.importFile(fixture.write('a.csv', text(',')))).toMatchObject({ kept: 2 })
    const others = {
      'utf-8': Buffer.from(`\uFEFF${text(';', '\r\n')}`),
      'windows-1252': Buffer.from(text('\t'), 'latin1'),
      'utf-16le': Buffer.from(`\uFEFF${text('|')}`, 'utf16le'),
      'utf-16be': Buffer.from(`\uFEFF${text(',')}`, 'utf16le').swap16(),
    }
    for (const [encoding, bytes] of Object.entries(others)) {
      const report = await fixture.importFile(fixture.write('b.csv', bytes))
      expect(report).toMatchObject({ rows: 2, kept: 0, held: 2, reading: { encoding } })
    }
    expect(await fixture.kept('microzone', 'price')).toEqual([{ microzone: 'Gràcia' }, { microzone: 'Sarrià, Ñuñoa' }])
  })

  test('a given encoding is used, and refused when the bytes do not match it', { tags: 'nightly' }, async () => {
    const file = fixture.write(
      'a.csv',
      Buffer.from(`price,latitude,longitude,date,barrio\n10,${MADRID},${DAY},\xa3\xf3d\xbc`, 'latin1'),
    )
    await expect(fixture.importFile(file, { encoding: 'euc-kr' })).rejects.toThrow('expected text in euc-kr')
    await fixture.importFile(file, { encoding: 'iso-8859-2' })
    expect(await fixture.kept('microzone')).toEqual([{ microzone: 'Łódź' }])
  })

  test('a line with damaged UTF-8 is rejected, and the others are kept', async () => {
    const start = Buffer.from(
      `price,latitude,longitude,date,barrio\n10,${MADRID},${DAY},Gràcia\n20,${MADRID},${DAY},Gr`,
    )
    const end = Buffer.from(`cia\n30,${MADRID},${DAY},Sarrià\n`)
    const report = await fixture.importFile(fixture.write('a.csv', Buffer.concat([start, Buffer.from([0xe0]), end])))
    expect(report).toMatchObject({ rows: 3, kept: 2 })
    expect(Object.keys(report.rejected)).toEqual([expect.stringContaining('malformed line')])
  })
})

describe('place names', () => {
  test('are split when cells have a zone and its city, but not when they have a name in two languages', {
    tags: 'nightly',
  }, async () => {
    const places = (name: string, cells: readonly string[]) =>
      fixture.importFile(
        fixture.write(
          `${name}.csv`,
          `price,latitude,longitude,date,distrito\n${cells.map((cell, i) => `${20 - i},${MADRID},${DAY},${cell}`).join('\n')}`,
        ),
      )
    expect((await places('a', ['Moema/São Paulo', 'Mooca/São Paulo'])).reading.split).toEqual(['macrozone'])
    expect((await places('b', ['Donostia/San Sebastián', 'Vitoria/Gasteiz'])).reading.split).toEqual([])
    expect(await fixture.kept('macrozone, city', 'price')).toEqual([
      { macrozone: 'Mooca', city: 'São Paulo' },
      { macrozone: 'Moema', city: 'São Paulo' },
      { macrozone: 'Vitoria/Gasteiz', city: null },
      { macrozone: 'Donostia/San Sebastián', city: null },
    ])
  })

  test('get their most common spelling, are trimmed, and are null when unknown', { tags: 'nightly' }, async () => {
    const names = ['Croydon', 'croydon', ' Croydon\u00a0', '#N/A', 'Viewbank', '-']
    const rows = names.map((name, i) => `${1000 + i},${MADRID},${DAY},"${name}"`)
    const report = await fixture.importFile(csv('price,latitude,longitude,date,suburb', rows))
    expect((await fixture.kept('microzone', 'price')).map(({ microzone }) => microzone)).toEqual([
      'Croydon',
      'Croydon',
      'Croydon',
      null,
      'Viewbank',
      null,
    ])
    expect(report.repaired).toEqual({ 'place name changed to its most common spelling': 1 })
  })
})

async function expectNoneLost({ files, least, most }: Record<'files' | 'least' | 'most', number>): Promise<void> {
  const cell = (...values: string[]) => fc.constantFrom(...values)
  const row = fc
    .tuple(
      cell('250000', '"€ 250.000"', '#N/A', '-1', '1.250,5', 'free', '"two\nlines"'),
      cell('85', '1', '0', '', '"85,5"', 'big', '85 m²'),
      cell('3', '', 'studio', '400'),
      cell('40.41,-3.71', '0,0', ',', '-3.71,40.41', '140,200', 'x,y'),
      cell('2026-10-03', '25/10/2026', '3/4/2026', '', 'soon', '201803,'),
    )
    .map((cells) => cells.join(','))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: least, maxLength: most }), async (rows) => {
      const own = makeImportFixture()
      try {
        const file = own.write('a.csv', `${HEADER}\n${[`1000,50,1,${MADRID},25/10/2026`, ...rows].join('\n')}\n`)
        const first = await own.importFile(file)
        const rejected = Object.values(first.rejected).reduce((sum, count) => sum + count, 0)
        expect(first.rows).toBe(rows.length + 1)
        expect(first.kept + rejected).toBe(first.rows)
        expect(await own.kept('key')).toHaveLength(first.kept)
        if (first.rejects_file)
          expect(readFileSync(first.rejects_file, 'utf8')).toMatch(/^rejected_line,rejected_because,price,/)
        expect(await own.importFile(file)).toMatchObject({ kept: 0, held: first.kept, rejected: first.rejected })
      } finally {
        own.remove()
      }
    }),
    { numRuns: files },
  )
}

test(
  'whatever a file contains, no row is lost or duplicated, and a second import adds nothing',
  () => expectNoneLost({ files: 1, least: 80, most: 240 }),
  60_000,
)

test('nor is one of several shorter files', { tags: 'nightly', timeout: 60_000 }, () =>
  expectNoneLost({ files: 4, least: 20, most: 80 }),
)
