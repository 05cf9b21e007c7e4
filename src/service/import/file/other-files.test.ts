import { gzipSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { areOfListing, pointColumns } from '../columns/known-columns.ts'
import type { Reading } from '../reading/reading.ts'
import { jsonCells } from './documents/json-cells.ts'
import { jsonItems } from './documents/json-items.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const FLATS = [
  { price: 250000.5, area: 85.125, lat: 40.41, lon: -3.71, date: '2026-10-03', barrio: 'Sol' },
  { price: 260000, area: 1250, lat: 40.42, lon: -3.72, date: '2026-10-04', barrio: null },
]
const KEPT = [
  { price: 250000.5, area: 85.125, lat: 40.41, lng: -3.71, microzone: 'Sol', day: '2026-10-03' },
  { price: 260000, area: 1250, lat: 40.42, lng: -3.72, microzone: null, day: '2026-10-04' },
]
const kept = () => fixture.kept('price, area, lat, lng, microzone, listed_on::VARCHAR AS day', 'price')

test.each(['a.json', 'a.jsonl'])('%s in another encoding than UTF-8 is refused, not read as nonsense', async (name) => {
  const text = `${JSON.stringify({ ...FLATS[0], barrio: 'Gràcia' })}\n`
  await expect(fixture.importFile(fixture.write(name, Buffer.from(text, 'latin1')))).rejects.toThrow(
    'expected JSON in UTF-8, found other bytes',
  )
})

test('JSON lines are read, also gzipped; lines that are not rows are rejected with their number', async () => {
  const lines = ['', JSON.stringify(FLATS[0]), '{"price": 1', '[1]', JSON.stringify(FLATS[1])].join('\n')
  const report = await fixture.importFile(fixture.write('a.jsonl.gz', gzipSync(lines)))
  const rejected = { 'malformed line: not JSON': 1, 'malformed line: not a JSON object': 1 }
  expect(report).toMatchObject({ rows: 4, kept: 2, rejected })
  expect(await kept()).toEqual(KEPT)
  expect(await fixture.importFile(fixture.write('b.json', JSON.stringify(FLATS)))).toMatchObject({ kept: 0, held: 2 })
})

test('numbers beside texts in a column are still numbers', { tags: 'nightly' }, async () => {
  const [flat] = FLATS
  const rows = [flat, { ...flat, area: 'unknown size' }, { ...flat, price: '1.250.000 €' }]
  await fixture.importFile(fixture.write('a.json', JSON.stringify(rows)))
  const kept = (await fixture.kept('price, area', 'price, area')).map(({ price, area }) => [price, area])
  expect(kept).toEqual([
    [250000.5, 85.125],
    [250000.5, null],
    [1_250_000, 85.125],
  ])
})

test('objects within rows have columns of their own', { tags: 'nightly' }, async () => {
  const rows = FLATS.map(({ price, area, lat, lon, date, barrio }) => ({
    price: { amount: price, currency: 'EUR' },
    size: area,
    location: { type: 'Point', coordinates: [lon, lat] },
    address: { neighbourhood: barrio },
    published: { date },
    photos: ['a.jpg'],
  }))
  const report = await fixture.importFile(fixture.write('a.json', JSON.stringify({ total: 2, results: rows })))
  expect(report.columns).toMatchObject({ price: 'price.amount', currency: 'price.currency', lat: 'location.latitude' })
  expect(await kept()).toEqual(KEPT)
})

test('rows deeper in a document are found where no other list lies as near to its beginning', {
  tags: 'nightly',
}, async () => {
  const hits = FLATS.map((flat) => ({ _score: 1, _source: flat }))
  const file = fixture.write('a.json', JSON.stringify({ took: 5, _shards: { total: 1 }, hits: { total: 2, hits } }))
  expect(await fixture.importFile(file)).toMatchObject({ kept: 2, reading: { part: 'hits.hits' } })
  expect(await kept()).toEqual(KEPT)
})

const [HOME = {}, ...REST] = FLATS
const TABLE = [Object.keys(HOME), ...FLATS.map((flat) => Object.values(flat))]
const CRS = { type: 'name', properties: { name: 'EPSG:25830' } }
const FEATURES = [{ type: 'Feature', properties: HOME, geometry: { type: 'Point', coordinates: [-3.71, 40.41] } }]
test.each([
  [{ result: { fields: [{ id: 'price' }], records: FLATS } }, 2],
  [{ response: { results: [{ actionid: 'read', data: { records: FLATS } }] } }, 2],
  [{ facets: [{ value: 1 }], data: { results: FLATS } }, 2],
  [{ center: { lat: 40.4, lng: -3.7 }, query: { price: 1 }, results: FLATS }, 2],
  [{ ...HOME, nearby: { homes: FLATS } }, 1],
  [{ listing: { ...HOME, nearby: { homes: FLATS } }, similar: [] }, 1],
  [{ data: { type: 'FeatureCollection', features: FEATURES } }, 1],
  [{ '-N1a': HOME, '-N1b': REST[0] }, 2],
  [{ homes: { 0: HOME, 1: HOME, 2: HOME } }, 3],
  [TABLE, 2],
  [{ range: 'A1:F3', values: TABLE }, 2],
  [{ columns: TABLE[0], index: [0, 1], data: TABLE.slice(1) }, 2],
  [{ fields: TABLE[0]?.map((id) => ({ id, type: 'text' })), records: TABLE.slice(1) }, 2],
  [{ listing: HOME, found: HOME }, 'found them in listing and in found'],
  [{ data: { featured: REST, results: { items: FLATS } } }, 'found them in data.featured and in data.results.items'],
  [{ listing: HOME, similar: REST }, 'found them in'],
  [{ data: { type: 'FeatureCollection', features: FEATURES, crs: CRS } }, 'found coordinates in EPSG:25830'],
  [{ data: { features: [{ attributes: HOME, geometry: {} }], spatialReference: { wkid: 2154 } } }, 'in EPSG:2154'],
  [{ price: { 0: 250000 }, lat: { 0: 40.4 }, lng: { 0: -3.7 }, date: { 0: '2026-10-03' } }, 1],
])('of %j, the homes are read, or it is refused', (document, outcome) => {
  const read = () => jsonItems(document, { isListing: areOfListing, pointOf: pointColumns })
  if (typeof outcome === 'string') expect(read).toThrow(outcome)
  else expect(read().items).toHaveLength(outcome)
})

test('values as crawlers and MongoDB wrap them are read, and lists of several are not', {
  tags: 'nightly',
}, async () => {
  const [flat] = FLATS
  const wrapped = {
    ...flat,
    price: { $numberDecimal: '250000.50' },
    area: ['85.125 m²'],
    date: { $date: '2026-10-03T00:00:00Z' },
  }
  const dated = { ...flat, price: [250001], date: { $date: { $numberLong: '1790985600000' } } }
  const several = { ...flat, price: [250000, 240000] }
  expect(
    jsonCells({
      price: { $numberInt: '' },
      rooms: { $numberInt: null },
      area: [null],
      photos: [],
      date: { $date: { $numberLong: '946684800000' } },
      place: { type: 'Point', coordinates: [{ $numberDouble: '4.89' }, { $numberDouble: '52.37' }] },
    }),
  ).toEqual(
    new Map<string, unknown>([
      ...(['price', 'rooms', 'area', 'photos'] as const).map((name) => [name, null] as const),
      ['date', '2000-01-01T00:00:00.000Z'],
      ['place.longitude', 4.89],
      ['place.latitude', 52.37],
    ]),
  )
  const report = await fixture.importFile(fixture.write('a.json', JSON.stringify([wrapped, dated, several])))
  expect(report).toMatchObject({ kept: 2, rejected: { 'unreadable price': 1 } })
  expect(await kept()).toEqual([KEPT[0], { ...KEPT[0], price: 250_001 }])
})

test('points of GeoJSON are read with their properties; areas and other coordinate systems are refused', async () => {
  const features = FLATS.map(({ lat, lon, ...properties }) => ({
    type: 'Feature',
    properties: { ...properties, latitude: 1, longitude: 2 },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }))
  await fixture.importFile(fixture.write('a.geojson', JSON.stringify({ type: 'FeatureCollection', features })))
  expect(await kept()).toEqual(KEPT)
  const area = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [] } }
  const areas = fixture.write('b.geojson', JSON.stringify({ type: 'FeatureCollection', features: [area] }))
  await expect(fixture.importFile(areas)).rejects.toThrow('found Polygon; "squaremetre zones" imports areas')
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25830' } }
  const metres = fixture.write('c.geojson', JSON.stringify({ type: 'FeatureCollection', crs, features }))
  await expect(fixture.importFile(metres)).rejects.toThrow('found coordinates in urn:ogc:def:crs:EPSG::25830')
})

/** A workbook with a sheet of notes and one with a title, a row of names and the rows; style 1 is a date. */
type Cells = readonly (readonly (string | number | null)[])[]

function workbook(rows: Cells, notes: Cells = [['Read me']], name = 'Flats'): Uint8Array {
  const cell = (value: string | number | null, at: string, isDate: boolean) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${at}"${isDate ? ' s="1"' : ''}><v>${value}</v></c>`
    return `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const row = (cells: readonly (string | number | null)[], i: number) =>
    `<row r="${i + 1}">${cells.map((value, c) => cell(value, `${'ABCDEF'[c]}${i + 1}`, c === 4)).join('')}</row>`
  const sheet = (data: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="${name}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheet(notes.map(row).join('')),
    'xl/worksheets/sheet2.xml': sheet(rows.map(row).join('')),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

test('the largest sheet of an .xlsx workbook is read, with its dates, below its title', async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date', 'Barrio']
  // Excel counts days from 30 December 1899.
  const days = [46298, 46299]
  const rows = FLATS.map(({ price, area, lat, lon, barrio }, i) => [price, area, lat, lon, days[i] ?? null, barrio])
  const file = fixture.write('a.xlsx', Buffer.from(workbook([['Flats in Madrid'], header, ...rows])))
  const report = await fixture.importFile(file)
  expect(report.reading.part).toBe('sheet "Flats" of 2')
  expect(await kept()).toEqual(KEPT)
})

test('a currency and a unit that only the formats of numbers have are taken', { tags: 'nightly' }, async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date']
  const rows = FLATS.map(({ price, lat, lon }, i) => [price, 1000, lat, lon, 46298 + i])
  const parts = unzipSync(workbook([header, ...rows]))
  const change = (name: string, from: RegExp, to: string) => {
    parts[name] = strToU8(strFromU8(parts[name] ?? new Uint8Array()).replace(from, to))
  }
  const formats =
    '<numFmt numFmtId="164" formatCode="[$£-809]#,##0"/><numFmt numFmtId="165" formatCode="0&quot; sq ft&quot;"/>'
  change('xl/styles.xml', /<cellXfs/, `<numFmts>${formats}</numFmts><cellXfs`)
  change('xl/styles.xml', /<\/cellXfs>/, '<xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>')
  change('xl/worksheets/sheet2.xml', /r="A([23])"/g, 'r="A$1" s="2"')
  change('xl/worksheets/sheet2.xml', /r="B([23])"/g, 'r="B$1" s="3"')
  await fixture.importFile(fixture.write('a.xlsx', Buffer.from(zipSync(parts))))
  expect(await fixture.kept('price, currency, round(area, 1) AS area', 'price')).toEqual([
    { price: 250000.5, currency: 'GBP', area: 92.9 },
    { price: 260000, currency: 'GBP', area: 92.9 },
  ])
})

test('of two columns of a sheet with one name, the second can be chosen', async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date', 'Price']
  const rows = FLATS.map(({ price, area, lat, lon }, i) => [1, area, lat, lon, 46298 + i, price])
  const file = fixture.write('a.xlsx', Buffer.from(workbook([header, ...rows])))
  await fixture.importFile(file, { map: { price: 'Price (2)' } })
  expect(await kept()).toEqual(KEPT.map((flat) => ({ ...flat, microzone: null })))
})

test('a column of a sheet without a name is named by its letter, and can be chosen', { tags: 'nightly' }, async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', null, null]
  const rows = FLATS.map(({ price, area, lat, lon }, i) => [price, area, lat, lon, null, `2026-10-0${3 + i}`])
  const file = fixture.write('a.xlsx', Buffer.from(workbook([header, ...rows])))
  await expect(fixture.importFile(file, { map: { date: 'column E' } })).rejects.toThrow(
    'Lon, column F; found "column E"',
  )
  await fixture.importFile(file, { map: { date: 'column F' } })
  expect(await fixture.kept('listed_on::DATE::VARCHAR AS day', 'price')).toEqual([
    { day: '2026-10-03' },
    { day: '2026-10-04' },
  ])
})

test('formulas that nobody has calculated are named', { tags: 'nightly' }, async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date']
  const rows = FLATS.map(({ price, area, lat, lon }, i) => [price, area, lat, lon, 46298 + i])
  const parts = unzipSync(workbook([header, ...rows, ...rows]))
  const sheet = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())
  const formulas: Record<string, string> = {
    A2: '><f>1000*250</f>',
    A3: '><f>B3*9</f><v/>',
    A4: '><f>B4*9</f><v>270000</v>',
    // The result is an empty text.
    A5: ' t="str"><f>IF(B5&gt;0,"",B5)</f><v></v>',
  }
  const changed = sheet.replace(/<c r="(A[2345])">.*?<\/c>/g, (_, at: string) => `<c r="${at}"${formulas[at]}</c>`)
  parts['xl/worksheets/sheet2.xml'] = strToU8(changed)
  const report = await fixture.importFile(fixture.write('a.xlsx', Buffer.from(zipSync(parts))))
  expect(report).toMatchObject({ kept: 1, rejected: { 'no price': 3 } })
  expect(report.notes[0]).toContain('formulas without a result: 2;')
})

test('rows that a filter hides are counted, and the report says so', { tags: 'nightly' }, async () => {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date']
  const rows = FLATS.map(({ price, area, lat, lon }, i) => [price, area, lat, lon, 46298 + i])
  const parts = unzipSync(workbook([header, ...rows]))
  const sheet = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())
  const hidden = sheet
    .replace(/<row r="([13])"/g, '<row r="$1" hidden="1"')
    .replace('</sheetData>', '<row r="9" hidden="1"/></sheetData>')
  parts['xl/worksheets/sheet2.xml'] = strToU8(hidden)
  const report = await fixture.importFile(fixture.write('a.xlsx', Buffer.from(zipSync(parts))))
  expect(report).toMatchObject({
    kept: 2,
    notes: [expect.stringContaining('hides them: 1; they count like the others')],
  })
})

test('names below a row of groups are the header, and tables on other sheets are said to be left out', {
  tags: 'nightly',
}, async () => {
  const header = ['Importe', 'm²', 'Latitud', 'Longitud', 'Fecha', 'Barrio']
  const rows = FLATS.map(({ price, area, lat, lon, barrio }, i) => [price, area, lat, lon, 46298 + i, barrio])
  const groups = ['Precio', 'Tamaño', 'Posición', null, 'Alta', 'Zona']
  const file = fixture.write('a.xlsx', Buffer.from(workbook([groups, header, ...rows], [header, rows[0] ?? []])))
  const warnings: string[] = []
  const onReading = async (reading: Reading) => {
    warnings.push(...reading.warnings)
    return { kind: 'import' as const }
  }
  const report = await fixture.importFile(file, { onReading })
  expect(report.reading.part).toBe('sheet "Flats" of 2, not sheet "Notes" with 1 row')
  expect(warnings[0]).toContain('sheet "Notes" with 1 row is not read')
  expect(await kept()).toEqual(KEPT)
})

test('a longer sheet that is hidden or of other things is left out, and merged cells have the day of the first', {
  tags: 'nightly',
}, async () => {
  const header = ['Precio', 'm²', 'Latitud', 'Longitud', 'Fecha', 'Ciudad']
  const rows = [900_000, 910_000, 920_000, 930_000].map((price, i) => [
    price,
    60,
    40.41,
    -3.7,
    i % 3 === 0 ? 46298 : null,
    i % 3 === 0 ? 'Madrid' : null,
  ])
  const old = [header, ...Array.from({ length: 9 }, (_, i) => [100_000 + i, 60, 40.41, -3.7, 40_000, 'Madrid'])]
  const changed = (change: (name: string, text: string) => string, notes: Cells) =>
    Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries(unzipSync(workbook([header, ...rows], notes))).map(([name, bytes]) => [
            name,
            strToU8(change(name, strFromU8(bytes))),
          ]),
        ),
      ),
    )
  const merged =
    '</sheetData><mergeCells count="3"><mergeCell ref="A2:A4"/><mergeCell ref="E2:E4"/><mergeCell ref="F2:F3"/></mergeCells>'
  const hidden = changed(
    (name, text) =>
      name === 'xl/workbook.xml'
        ? text
            .replace('name="Notes"', 'name="Notes" state="hidden"')
            .replace('<sheets>', '<workbookPr date1904="true"/><sheets>')
        : name.endsWith('sheet2.xml')
          ? text.replace('</sheetData>', merged).replace('r="E5" s="1"', 'r="E5"')
          : text,
    old,
  )
  const report = await fixture.importFile(fixture.write('a.xlsx', hidden))
  expect(report.reading.part).toBe('sheet "Flats" of 2, not hidden sheet "Notes" with 9 rows')
  expect(await fixture.kept('price, listed_on::VARCHAR AS day, city', 'price')).toEqual([
    { price: 900_000, day: '2030-10-04', city: 'Madrid' },
    { price: 910_000, day: '2030-10-04', city: 'Madrid' },
    { price: 920_000, day: '2030-10-04', city: null },
    // A plain number instead of a date.
    { price: 930_000, day: '2030-10-04', city: 'Madrid' },
  ])
  const lists = [['Type', 'Code'], ...Array.from({ length: 9 }, (_, i) => ['flat', i])]
  const beside = await fixture.importFile(
    fixture.write(
      'b.xlsx',
      changed((_, text) => text, lists),
    ),
  )
  expect(beside.reading.part).toBe('sheet "Flats" of 2, not sheet "Notes" with 9 rows')
})

test('a workbook with cells without addresses is read', { tags: 'nightly' }, () =>
  expectRead((_, text) => text.replace(/ r="[A-Z]+\d+"/g, '').replace(/<row r="\d+">/g, '<!-- <c> --><row>')),
)

test.each<[string, (name: string, text: string) => string | Buffer]>([
  ['addresses of some cells', (_, text) => text.replace(/ r="[CF]\d+"/g, '')],
  ['paths of parts that wind', (_, text) => text.replace('Target="worksheets/', 'Target="./../xl/worksheets/')],
  ['sheets in UTF-16', (name, text) => (name.includes('sheet') ? Buffer.from(`\ufeff${text}`, 'utf16le') : text)],
  [
    'a chart for a sheet',
    (name, text) =>
      name.endsWith('.rels') ? text.replace(/worksheet(?=" Target="worksheets\/sheet1)/, 'chartsheet') : text,
  ],
])('a workbook with %s is read', { tags: 'nightly' }, (_, change) => expectRead(change))

async function expectRead(change: (name: string, text: string) => string | Buffer): Promise<void> {
  const header = ['Price', 'Area', 'Lat', 'Lon', 'Date', 'Barrio']
  const rows = FLATS.map(({ price, area, lat, lon, barrio }, i) => [price, area, lat, lon, 46298 + i, barrio ?? ''])
  const parts = Object.entries(unzipSync(workbook([header, ...rows]))).map(([name, bytes]) => {
    const changed = change(name, strFromU8(bytes))
    return [name, typeof changed === 'string' ? strToU8(changed) : new Uint8Array(changed)] as const
  })
  await fixture.importFile(fixture.write('a.xlsx', Buffer.from(zipSync(Object.fromEntries(parts)))))
  expect(await kept()).toEqual(KEPT)
}

test('a sheet of rents is one by its name', { tags: 'nightly' }, async () => {
  const rent = [900, 60, 40.41, -3.7, 46298]
  const sheet = workbook([['Precio', 'm²', 'Latitud', 'Longitud', 'Fecha'], rent], undefined, 'Alquiler')
  await fixture.importFile(fixture.write('a.xlsx', Buffer.from(sheet)))
  expect(await fixture.kept('price, ad_sub_type')).toEqual([{ price: 900, ad_sub_type: 'rent' }])
})

test('a workbook or JSON that unpacks to far more than a table does is refused, whatever sizes it states', {
  tags: 'nightly',
}, async () => {
  const zip = Buffer.from(workbook([['Price'], [1]]))
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 2 ** 20) }))
  // The uncompressed size in the directory of the archive: one byte.
  bomb.writeUInt32LE(1, bomb.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  const tooFar = /to unpack to at most 64 MiB, found more; nothing was imported/
  await expect(fixture.importFile(fixture.write('bomb.xlsx', bomb))).rejects.toThrow(tooFar)
  await expect(fixture.importFile(fixture.write('cut.xlsx', zip.subarray(0, 300)))).rejects.toThrow('cannot be read')
  const json = gzipSync(Buffer.alloc(65 * 2 ** 20, 32), { level: 1 })
  await expect(fixture.importFile(fixture.write('bomb.json.gz', json))).rejects.toThrow(tooFar)
})
