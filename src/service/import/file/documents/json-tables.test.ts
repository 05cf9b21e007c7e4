import { expect, test } from 'vitest'
import { areOfListing } from '../../columns/known-columns.ts'
import { rowsOfColumns } from './json-tables.ts'

const rows = (document: Record<string, unknown>) => rowsOfColumns(document, areOfListing)
const FLATS = [
  { price: 250_000, lat: 40.41, lng: -3.7 },
  { price: 260_000, lat: 40.42, lng: -3.7 },
]

test('columns as lists or as objects of numbered cells are rows', () => {
  expect(rows({ price: [250_000, 260_000], lat: [40.41, 40.42], lng: [-3.7, -3.7] })).toEqual(FLATS)
  const numbered = (a: number, b: number) => ({ 0: a, 1: b })
  const document = { price: numbered(250_000, 260_000), lat: numbered(40.41, 40.42), lng: numbered(-3.7, -3.7) }
  expect(rows(document)).toEqual(FLATS)
})

test('a home, columns of different lengths and other tables are not', () => {
  const number = (value: number) => ({ value, unit: '' })
  expect(rows({ price: number(250_000), lat: number(40.41), lng: number(-3.7) })).toBeNull()
  expect(rows({ price: [250_000, 260_000], lat: [40.41], lng: [-3.7] })).toBeNull()
  expect(rows({ a: [1, 2], b: [3, 4] })).toBeNull()
})
