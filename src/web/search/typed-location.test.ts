import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellToDecimal, trustCell } from '../../domain/cell.ts'
import { readTypedLocation } from './typed-location.ts'

const BARCELONA = { kind: 'coordinates', lat: 41.39, lng: 2.17 }

test.each([
  '41.39, 2.17',
  '41.39 2.17',
  ' 41.39;2.17 ',
  '41,39; 2,17',
  '41,39 2,17',
  '41.39° N, 2.17° E',
  'N 41.39 E 2.17',
])('“%s” is a point in Barcelona', (text) => {
  expect(readTypedLocation(text)).toEqual(BARCELONA)
})

test('south and west are negative, as letters or as signs', () => {
  expect(readTypedLocation('33.87 S, 70.6 W')).toEqual({ kind: 'coordinates', lat: -33.87, lng: -70.6 })
  expect(readTypedLocation('−33.87, −70.6')).toEqual({ kind: 'coordinates', lat: -33.87, lng: -70.6 })
})

test('every pair of coordinates on Earth reads back', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e4, max: most * 1e4 }).map((n) => n / 1e4)
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      expect(readTypedLocation(`${lat}, ${lng}`)).toEqual({ kind: 'coordinates', lat, lng })
    }),
  )
})

test('a latitude beyond the pole is refused as not on Earth, not searched as a name', () => {
  expect(readTypedLocation('91, 2')).toMatchObject({ kind: 'off_earth', message: expect.stringContaining('91, 2') })
})

test('a cell id is read in both spellings', () => {
  const cell = trustCell(latLngToCell(41.39, 2.17, 8))
  expect(readTypedLocation(cell)).toEqual({ kind: 'cell', cell })
  expect(readTypedLocation(` ${cellToDecimal(cell)} `)).toEqual({ kind: 'cell', cell })
})

test.each(['gracia', '28013', 'Calle 41, 2', '1.5', 'sector 7', ''])('“%s” is a name', (text) => {
  expect(readTypedLocation(text)).toBeNull()
})
