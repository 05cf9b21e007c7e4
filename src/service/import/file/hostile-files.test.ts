import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../testing/import-fixture.ts'
import { refuseSparseSheet } from './sheet-size.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const imported = (name: string, content: string | Buffer) => fixture.importFile(fixture.write(name, content))
const TOO_FAR = /to unpack to at most 64 MiB, found more; nothing was imported/

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGES = 'http://schemas.openxmlformats.org/package/2006/relationships'

type Rows = readonly Readonly<Record<string, string>>[]

/** A sheet of cells with content by their columns, each row with an empty cell at the far right. */
function sheet(rows: Rows, first = 1): string {
  const row = (cells: Readonly<Record<string, string>>, number: number) => {
    const written = Object.entries(cells).map(
      ([column, text]) => `<c r="${column}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    const empty = 'XFD' in cells ? '' : `<c r="XFD${number}" s="1"/>`
    return `<row r="${number}">${written.join('')}${empty}</row>`
  }
  return `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData>${rows.map((cells, i) => row(cells, i === 0 ? 1 : first + i)).join('')}</sheetData></worksheet>`
}

function workbook(sheetText: string, part = 'worksheets/sheet1.xml', texts = `<sst xmlns="${MAIN}"/>`): Buffer {
  const parts = {
    'xl/sharedStrings.xml': texts,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGES}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="${part}"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    [`xl/${part}`]: sheetText,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
}

/** A part of an archive that stands before the list of contents, but not in it. */
function withHidden(zip: Buffer, name: string, text: string): Buffer {
  const packed = deflateRawSync(text)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(text.length, 22)
  local.writeUInt16LE(name.length, 26)
  const hidden = Buffer.concat([local, Buffer.from(name), packed])
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const list = zip.readUInt32LE(end + 16)
  const changed = Buffer.concat([zip.subarray(0, list), hidden, zip.subarray(list)])
  changed.writeUInt32LE(list + hidden.length, end + hidden.length + 16)
  return changed
}

test('a part of a workbook that its list of contents leaves out is not unpacked', async () => {
  const table = (price: string) =>
    sheet([
      { A: 'price', B: 'area', C: 'lat', D: 'lon', E: 'date' },
      { A: price, B: '85', C: '40.41', D: '-3.71', E: '2026-10-03' },
    ])
  const zip = withHidden(workbook(table('250000')), 'xl/worksheets/sheet1.xml', table('123456'))
  await imported('hidden.xlsx', zip)
  expect(await fixture.kept('price', 'price')).toEqual([{ price: 250_000 }])
})

test('a workbook whose cells lie too far apart is refused before the cells between them are made', async () => {
  const far = sheet([{ A: 'price' }, { XFD: 'x' }], 1_048_575)
  for (const part of ['worksheets/sheet1.xml', 'elsewhere/a'])
    await expect(imported('far.xlsx', workbook(far, part))).rejects.toThrow(
      'expected at most 50000000 cells, found some in row 1048576 and in column 16384',
    )
})

test.each([
  ['share', 's', ''],
  ['are merged with', '', '<mergeCells><mergeCell ref="A2:A41"/></mergeCells>'],
])('a workbook in which many cells %s one long text is refused', async (_, type, merged) => {
  const names = ['price', 'area', 'lat', 'lon', 'date'].map(
    (name, i) => `<c r="${'BCDEF'[i]}1" t="inlineStr"><is><t>${name}</t></is></c>`,
  )
  const city = (row: number) => (row === 2 || type === 's' ? `<c r="A${row}" t="s"><v>0</v></c>` : '')
  const rows = Array.from(
    { length: 40 },
    (_, i) => `<row r="${i + 2}">${city(i + 2)}<c r="B${i + 2}"><v>1</v></c></row>`,
  )
  const head = `<row r="1"><c r="A1" t="inlineStr"><is><t>city</t></is></c>${names.join('')}</row>`
  const sheetText = `<worksheet xmlns="${MAIN}"><sheetData>${head}${rows.join('')}</sheetData>${merged}</worksheet>`
  const texts = `<sst xmlns="${MAIN}"><si><t>${'x'.repeat(2_000_000)}</t></si></sst>`
  await expect(imported('long.xlsx', workbook(sheetText, undefined, texts))).rejects.toThrow(TOO_FAR)
})

test.each([
  '<row r="2"><c r="zz2" t="n"><v>1</v></c></row>',
  '<row r="2"><c r="XF&#68;2" t="n"><v>1</v></c></row>',
  '<row r="2"><c r="A2e9"/></row>',
  '<row r="9999999"/>',
])('a cell whose address the reader of workbooks would take for one far away is refused: %s', (row) => {
  const xml = Buffer.from(`<worksheet><sheetData>${row}</sheetData></worksheet>`)
  expect(() => refuseSparseSheet(xml)).toThrow('expected addresses of cells up to row 1048576, such as B7, found')
})

test('a row is as far down as it says itself, whatever its cells say', () => {
  const rows = '<row r="1"><c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="A2"><v>1</v></c></row>'
  expect(() => refuseSparseSheet(Buffer.from(rows))).toThrow('found some in row 1048576 and in column 16384')
})

test('more columns than any table of listings has are refused in every kind of file', async () => {
  const names = Array.from({ length: 2_001 }, (_, i) => `c${i}`)
  const tooMany = 'expected at most 2000 columns, found 2001'
  await expect(imported('a.csv', `${names.join()}\n`)).rejects.toThrow(tooMany)
  const row = Object.fromEntries(names.map((name) => [name, 1]))
  await expect(imported('a.json', JSON.stringify([row]))).rejects.toThrow(tooMany)
  await expect(fixture.importFile(await parquet(names.map((name) => `1 AS ${name}`).join()))).rejects.toThrow(tooMany)
})

test('rows with so many cells too many that keeping each fault would fill the memory are refused', async () => {
  const wide = Array.from({ length: 1_900 }, () => '1').join()
  const rows = 'price,area,lat,lon\n'.concat(`${wide}\n`.repeat(100))
  await expect(imported('a.csv', rows)).rejects.toThrow('found rows with far more')
  const some = `price,area,lat,lon,date\n1,2,3,4,5,6,7\n250000,85,40.41,-3.71,2026-10-03\n`
  const report = await imported('b.csv', some)
  expect(report).toMatchObject({ rows: 2, kept: 1, rejected: { 'malformed line: too many columns': 1 } })
})

test('names and cells of many characters that almost have a form are read', async () => {
  const long = (text: string) => text.repeat(300_000)
  const rows = [
    `m2,a${long('1')},,,[${long(' ')}x`,
    `-${long('1')}x,40.41,-3.71,2026-10-03,a`,
    `85,40.41,-3.71,2026-10-03,a${long('\u3000')}x`,
  ].map((row, i) => `${['', '0', '250000'][i]},${row}\n`)
  const report = await imported('a.csv', `price,area,lat,lon,date,${`price${long(' ')}x`}\n${rows.join('')}`)
  expect(report).toMatchObject({ kept: 1 })
})

test('Parquet whose repeated values unpack too far is refused, by its rows and by their length', async () => {
  await expect(fixture.importFile(await parquet('1 AS price, 2 AS lat, 3 AS lng', 30_000_000))).rejects.toThrow(TOO_FAR)
  await expect(fixture.importFile(await parquet(`repeat('x', 1000000) AS price, 2 AS lat`, 100))).rejects.toThrow(
    TOO_FAR,
  )
})

test('JSON that is nested too deeply is a malformed row, and the others are read', async () => {
  const row = { price: 250000, area: 85, lat: 40.41, lon: -3.71, date: '2026-10-03' }
  const deep = `{"price":1,"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  for (const [name, text] of [
    ['a.json', `[${deep},${JSON.stringify({ ...row, price: 1_000 })}]`],
    ['a.jsonl', `${deep}\n${JSON.stringify({ ...row, price: 2_000 })}\n`],
  ] as const) {
    const report = await imported(name, text)
    expect(report).toMatchObject({ rows: 2, kept: 1, rejected: { 'malformed line: nested too deeply': 1 } })
  }
})

async function parquet(columns: string, rows = 1): Promise<string> {
  const file = join(fixture.dir, `${rows}.parquet`)
  const duckdb = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await duckdb.connect()
  const options = 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 5000000'
  await connection.run(`COPY (SELECT ${columns} FROM range(${rows})) TO '${file}' (${options})`)
  connection.closeSync()
  duckdb.closeSync()
  return file
}

test('one object of many megabytes in a file with one a line is refused with its line', async () => {
  const row = '{"price": 1, "lat": 40.4, "lng": -3.7, "date": "2026-10-03"}\n'
  const long = `{"price": 1, "note": "${'x'.repeat(17_000_000)}"}\n`
  await expect(imported('a.jsonl', row + row + long + row)).rejects.toThrow(
    'expected one object a line, of at most 16 million characters, found a longer one in line 3; nothing was imported',
  )
})

test('a line that is too long for the reader is refused with its number', async () => {
  const row = (note: string) => `250000,40.4,-3.7,2026-10-03,${note}\n`
  const rows = row('a') + row('x'.repeat(40_000_000)) + row('b')
  await expect(imported('a.csv', `price,lat,lng,date,note\n${rows}`)).rejects.toThrow(
    /expected lines of at most 2 million bytes, found 400000\d\d bytes in line 3; nothing was imported/,
  )
})
