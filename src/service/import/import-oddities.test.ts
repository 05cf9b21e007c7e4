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

/** Rows around a point, a few hundred metres apart. */
function around(lat: number, lng: number, rest: string): string[] {
  return Array.from({ length: 40 }, (_, i) => `${1000 + i},50,1,${lat + i / 300},${lng - i / 300},${rest}`)
}

describe('coordinates', () => {
  test('are put right where latitude and longitude are exchanged for certain', async () => {
    const rows = [
      ...around(40.4, -3.7, `${DAY},`),
      `5001,50,1,-3.7001,40.4001,${DAY},`,
      `5002,50,1,-3.7002,40.4002,${DAY},es`,
      // What names another country, and what lies elsewhere either way, stays as it is.
      `5003,50,1,-3.7003,40.4003,${DAY},ke`,
      `5004,50,1,28.4682,-16.2546,${DAY},es`,
    ]
    const report = await fixture.importFile(csv(`${HEADER},country`, rows), { currency: 'EUR' })
    expect(report).toMatchObject({ rows: 44, kept: 44 })
    expect(report.repaired).toEqual({ 'latitude and longitude were exchanged, put right': 2 })
    const far = await fixture.kept('price, lat, lng, country', 'price DESC LIMIT 4')
    expect(far).toEqual([
      { price: 5004, lat: 28.4682, lng: -16.2546, country: 'es' },
      { price: 5003, lat: -3.7003, lng: 40.4003, country: 'ke' },
      { price: 5002, lat: 40.4002, lng: -3.7002, country: 'es' },
      { price: 5001, lat: 40.4001, lng: -3.7001, country: 'es' },
    ])
  })

  test('that are out of range are put right in the same way, unless they are to be kept', async () => {
    const file = csv(HEADER, [...around(-37.8, 144.9, DAY), `5001,50,1,144.9,-37.8,${DAY}`])
    expect((await fixture.importFile(file, { keepSwapped: true })).rejected).toEqual({ 'coordinates out of range': 1 })
    expect(await fixture.importFile(file)).toMatchObject({ kept: 1, held: 40, rejected: {} })
  })

  test('of few listings are never exchanged', async () => {
    const file = csv(HEADER, [`1000,50,1,${MADRID},${DAY}`, `1001,50,1,-3.7,40.4,${DAY}`])
    expect((await fixture.importFile(file, { currency: 'EUR' })).repaired).toEqual({})
  })

  test('that listings of many places share are a default point; those of a tower are not', async () => {
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
    expect(await fixture.importFile(file, { defaultPointPlaces: 0 })).toMatchObject({ kept: 6, held: 24 })
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

  test('the same rows in another encoding, or parted otherwise, are the same listings', async () => {
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

  test('an encoding that is named is used, and refused where the bytes are not in it', async () => {
    const file = fixture.write(
      'a.csv',
      Buffer.from(`price,latitude,longitude,date,barrio\n1,${MADRID},${DAY},\xa3\xf3d\xbc`, 'latin1'),
    )
    await expect(fixture.importFile(file, { encoding: 'euc-kr' })).rejects.toThrow('not in euc-kr')
    await fixture.importFile(file, { encoding: 'iso-8859-2' })
    expect(await fixture.kept('microzone')).toEqual([{ microzone: 'Łódź' }])
  })

  test('a line of UTF-8 that is damaged is rejected, the others are kept', async () => {
    const start = Buffer.from(`price,latitude,longitude,date,barrio\n1,${MADRID},${DAY},Gràcia\n2,${MADRID},${DAY},Gr`)
    const end = Buffer.from(`cia\n3,${MADRID},${DAY},Sarrià\n`)
    const report = await fixture.importFile(fixture.write('a.csv', Buffer.concat([start, Buffer.from([0xe0]), end])))
    expect(report).toMatchObject({ rows: 3, kept: 2 })
    expect(Object.keys(report.rejected)).toEqual([expect.stringContaining('malformed line')])
  })
})

describe('place names', () => {
  test('are parted where cells hold a zone and its city, and not where a name has two languages', async () => {
    const places = (name: string, cells: readonly string[]) =>
      fixture.importFile(
        fixture.write(
          `${name}.csv`,
          `price,latitude,longitude,date,distrito\n${cells.map((cell, i) => `${i},${MADRID},${DAY},${cell}`).join('\n')}`.replace(
            '\n0,',
            '\n9,',
          ),
        ),
      )
    expect((await places('a', ['Moema/São Paulo', 'Mooca/São Paulo'])).reading.parted).toEqual(['macrozone'])
    expect((await places('b', ['Donostia/San Sebastián', 'Vitoria/Gasteiz'])).reading.parted).toEqual([])
    expect(await fixture.kept('macrozone, city', 'price')).toEqual([
      { macrozone: 'Mooca', city: 'São Paulo' },
      { macrozone: 'Moema', city: 'São Paulo' },
      { macrozone: 'Vitoria/Gasteiz', city: null },
      { macrozone: 'Donostia/San Sebastián', city: null },
    ])
  })

  test('have the spelling of most rows, no space around them, and none where nothing is known', async () => {
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
    expect(report.repaired).toEqual({ 'place name in the spelling of most rows': 1 })
  })
})

test('whatever rows a file has, none is lost or doubled, and a second import adds nothing', async () => {
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
    fc.asyncProperty(fc.array(row, { minLength: 20, maxLength: 80 }), async (rows) => {
      const own = makeImportFixture()
      try {
        const file = own.write('a.csv', `${HEADER}\n${[`1000,50,1,${MADRID},25/10/2026`, ...rows].join('\n')}\n`)
        const first = await own.importFile(file)
        const rejected = Object.values(first.rejected).reduce((sum, count) => sum + count, 0)
        expect(first.rows).toBe(rows.length + 1)
        expect(first.kept + rejected).toBe(first.rows)
        expect(await own.kept('key')).toHaveLength(first.kept)
        if (first.rejects_file)
          expect(readFileSync(first.rejects_file, 'utf8')).toMatch(/^source_file,line,reason,row\n/)
        expect(await own.importFile(file)).toMatchObject({ kept: 0, held: first.kept, rejected: first.rejected })
      } finally {
        own.remove()
      }
    }),
    { numRuns: 4 },
  )
}, 60_000)
