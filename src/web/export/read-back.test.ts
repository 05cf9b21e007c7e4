import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import type { ExportRecord } from './export-record.ts'
import { excelManner, recordsCsv } from './records-csv.ts'
import { recordsGeoJson } from './records-geojson.ts'

const RECORDS: ExportRecord[] = [
  {
    h3: '88394460e5fffff',
    place: 'Sants; «Montjuïc», "sud"',
    state: 'observed',
    price: 5123.4,
    listings: 12,
    yield: null,
  },
  {
    h3: '88394460e7fffff',
    place: 'L’Hospitalet\nde Llobregat',
    state: 'estimated',
    price: -0.47,
    listings: 5,
    yield: null,
  },
  { h3: '88394460e1fffff', place: null, state: 'too_few', price: null, listings: null, yield: 4.25 },
]

/** Reads a file as DuckDB does; returns its rows, and the types it found. */
async function readBack(text: string, name: string, how: string) {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  const path = join(folder, name)
  writeFileSync(path, text)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const read = async (sql: string) => (await connection.runAndReadAll(sql, [path])).getRowObjectsJS()
    const rows = await read(`SELECT * FROM ${how}`)
    const columns = await read(`DESCRIBE SELECT * FROM ${how}`)
    return { rows, types: Object.fromEntries(columns.map((column) => [column.column_name, column.column_type])) }
  } finally {
    connection.closeSync()
    instance.closeSync()
    rmSync(folder, { recursive: true })
  }
}

const told = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => ({ ...row, listings: row.listings === null ? null : Number(row.listings) }))

test('DuckDB reads back the CSV without being told how: names, numbers and what is missing', async () => {
  const { rows, types } = await readBack(recordsCsv(RECORDS), 'cells.csv', 'read_csv($1)')
  expect(told(rows)).toEqual(RECORDS)
  expect(types).toMatchObject({ h3: 'VARCHAR', price: 'DOUBLE', listings: 'BIGINT', yield: 'DOUBLE' })
})

test.each([
  [',', "read_csv($1, delim = ';', decimal_separator = ',')"],
  ['.', "read_csv($1, delim = ',')"],
])('a spreadsheet whose decimal mark is %j reads numbers and letters as they are', async (mark, how) => {
  const text = recordsCsv(RECORDS, excelManner(mark))
  expect(text.startsWith('\ufeffh3'), 'the mark by which Excel knows UTF-8').toBe(true)
  const { rows, types } = await readBack(text, 'cells.csv', how)
  expect(told(rows)).toEqual(RECORDS)
  expect(types.price).toBe('DOUBLE')
})

test('GeoJSON keeps numbers as numbers, and what is missing as null', async () => {
  const table = { records: RECORDS, outlines: RECORDS.map(() => null) }
  const path = 'read_json($1)'
  const { rows } = await readBack(recordsGeoJson(table), 'cells.geojson', path)
  const features = rows[0]?.features as { properties: Record<string, unknown>; geometry: unknown }[]
  expect(told(features.map(({ properties }) => properties))).toEqual(RECORDS)
  expect(features.map(({ geometry }) => geometry)).toEqual([null, null, null])
})
