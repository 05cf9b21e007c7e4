import { mkdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../../../testing/import-fixture.ts'

let fixture: ImportFixture
beforeEach(() => {
  fixture = makeImportFixture()
})
afterEach(() => fixture.remove())

const zip = (name: string) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(name)])

const utf32 = (text: string) => {
  const units = Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return Buffer.from(units.buffer)
}

const EXCEL_2003 =
  '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>'

test.each([
  ['a.csv', Buffer.from('%PDF-1.7\n1 0 obj'), 'found a PDF'],
  ['a.pdf', Buffer.from('%PDF-1.7\n1 0 obj'), 'found a PDF'],
  ['a.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'found a PNG image'],
  ['a.csv', zip('xl/workbook.xml'), 'found an Excel workbook; the name of such a file should end in .xlsx'],
  ['a.xls', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'document from before 2007; save the sheet as CSV'],
  ['a.xlsx', zip('xl/workbook.xml'), 'the workbook cannot be read'],
  ['a.xlsx', zip('word/document.xml'), 'found a Word document'],
  ['a.xlsx', Buffer.from('price,lat,lng\n'), 'the file is not an Excel workbook, although its name says so'],
  ['a.json', Buffer.from('{"error": "no"}'), 'expected a list of objects, found an object with error'],
  ['a.json', Buffer.from('price,lat'), 'the file is not JSON'],
  ['a.csv', zip('word/document.xml'), 'found a Word document'],
  ['a.csv', zip('flats.csv'), 'found a zip archive; unpack it'],
  ['a.zip', zip('sales.shp'), 'found a zipped shapefile; convert its points to GeoJSON'],
  ['a.shp', Buffer.from([0, 0, 0x27, 0x0a, 0, 0]), 'found a shapefile; convert its points to GeoJSON'],
  ['a.txt', Buffer.from('┌───────┬──────┐\n│ price │ area │\n'), 'found a table drawn with lines; write it as CSV'],
  ['a.txt', Buffer.from('   price area   lat   lng\n1 250000   80 40.41 -3.70\n'), 'aligned with blanks as CSV'],
  ['a.csv.gz', zip('flats.csv'), 'found a zip archive; unpack it'],
  ['a.csv.gz', Buffer.from('price,lat,lng\n'), 'the file is not gzip, although its name says so'],
  ['a.parquet', Buffer.from('price,lat,lng\n'), 'the file is not Parquet, although its name says so'],
  ['a.csv.gz', gzipSync('<!DOCTYPE html><html>'), 'found an HTML page'],
  ['a.csv', Buffer.from(`${'<!---->'.repeat(1_000)}price`), 'expected a header with columns'],
  ['a.csv', gzipSync('price,lat,lng\n'), 'this is packed with gzip'],
  ['a.json', gzipSync('[{"price": 1}]'), 'this is packed with gzip: if its name does not end in .gz, it should'],
  ['a.xml', gzipSync('<a/>'), 'this is packed with gzip'],
  ['a.xlsb', zip('xl/workbook.bin'), 'found a binary Excel workbook (.xlsb); save it as .xlsx'],
  ['a.xlsx', zip('xl/workbook.bin'), 'found a binary Excel workbook (.xlsb); save it as .xlsx'],
  ['a.csv.gz', gzipSync(gzipSync('price,lat,lng\n')), 'it is packed twice, so unpack it'],
  ['a.xls', Buffer.from(EXCEL_2003), 'found an Excel workbook in XML; save it as .xlsx'],
  ['a.xml', Buffer.from(EXCEL_2003), 'found an Excel workbook in XML; save it as .xlsx'],
  ['a.csv', Buffer.from('\ufeff{"type": "FeatureCollection", "features": []}'), 'found GeoJSON'],
  ['a.csv', Buffer.from('[{"price": 1}]'), 'found JSON'],
  ['a.csv', Buffer.from(''), 'found an empty file'],
  ['a.json', Buffer.from('\ufeff\n'), 'found an empty file'],
  ['a.json', Buffer.from('{}'), 'expected a list of objects, found an empty object; put'],
  ['a.csv.bz2', Buffer.from('BZh91AY'), 'found a bzip2 archive; unpack it and import the table in it'],
  [
    'a.csv',
    Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d\n'),
    'Git LFS keeps elsewhere; fetch',
  ],
  [
    'a.gpkg',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(52), Buffer.from('GPKG')]),
    'found a GeoPackage; convert its points to GeoJSON',
  ],
  ['a.xls', Buffer.from('<html><table><tr><td>price'), 'found an HTML page; if it has the table, open it in Excel'],
  ['a.db', Buffer.from('SQLite format 3\0'), 'found a SQLite database; write its table as CSV'],
  [
    'a.sql',
    Buffer.from('-- MySQL dump\n/*!40101 SET x=1 */;\nCREATE TABLE a (b int);'),
    'found SQL statements; load them',
  ],
  // White space before anything else: a pattern that tries each way to split it would never end.
  ['a.csv', Buffer.from(`${' '.repeat(300)}x`), 'expected a header with columns'],
  ['a.csv', utf32('\ufeffprice,lat,lng\n'), 'found text in UTF-32; save it as UTF-8'],
  ['a.csv', utf32('price,lat,lng\n'), 'found text in UTF-32; save it as UTF-8'],
  ['a.json', Buffer.from('\ufeff[{"price": 1}]', 'utf16le'), 'found UTF-16LE; save it as UTF-8'],
  [
    'a.csv.gz',
    Buffer.concat([gzipSync('price,lat,lng\n1,2,3\n'), Buffer.alloc(512)]),
    'the packed file has other bytes after its end, for example zeros that fill a block',
  ],
  ['a.csv.gz', gzipSync('price,lat,lng\n1,2,3\n').subarray(0, -9), 'the packed file is damaged or incomplete'],
  [
    'a.parquet',
    Buffer.from('PAR1 cut short'),
    'is damaged or incomplete; nothing was imported. Fetch or export it again (',
  ],
  ['a.csv', Buffer.from('\x89\xbf\x8ai,lat,lng\n1,40,3\n', 'latin1'), 'with --encoding (it was read as '],
])('%s that is something else is refused by name: %#', async (name, bytes, message) => {
  await expect(fixture.importFile(fixture.write(name, bytes))).rejects.toThrow(message)
})

test('exactly the named file is read, whatever characters its name and folders have', async () => {
  const row = (price: number) => `price,latitude,longitude,date\n${price},40.4168,-3.7038,2026-10-03\n`
  mkdirSync(`${fixture.dir}/b[1]*/price=7`, { recursive: true })
  mkdirSync(`${fixture.dir}/b1z/price=7`, { recursive: true })
  fixture.write('x1.csv', row(1))
  fixture.write('b1z/price=7/x?.csv', row(2))
  await fixture.importFile(fixture.write('x[1].csv', row(3)))
  await fixture.importFile(fixture.write('b[1]*/price=7/x?.csv', row(4)))
  expect(await fixture.kept('price', 'price')).toEqual([{ price: 3 }, { price: 4 }])
})
