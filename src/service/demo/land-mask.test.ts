import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { createLandMask } from './land-mask.ts'
import { readOutlines, readSeaCells } from './outlines.ts'

const land = createLandMask(readOutlines(), readSeaCells())

test('city centres are land of their own country and of no other', () => {
  expect(land.isLand('es', 41.3888, 2.159)).toBe(true)
  expect(land.isLand('fr', 41.3888, 2.159)).toBe(false)
  expect(land.isLand('fr', 48.8566, 2.3522)).toBe(true)
  expect(land.isLand('gb', 51.5074, -0.1278)).toBe(true)
  expect(land.isLand('de', 48.137, 11.575)).toBe(true)
  expect(land.isLand('us', 37.7599, -122.4148)).toBe(true)
  expect(land.isLand('au', -33.8688, 151.2)).toBe(true)
})

test('the sea off Barcelona, Nice, Sydney and in San Francisco Bay is water', () => {
  for (const [lat, lng] of [
    [41.36, 2.25],
    [43.66, 7.27],
    [-33.9, 151.33],
    [37.8, -122.35],
  ] as const) {
    expect(land.isWater(lat, lng)).toBe(true)
    for (const country of ['es', 'fr', 'us', 'au'] as const) expect(land.isLand(country, lat, lng)).toBe(false)
  }
})

test('a cell off Barceloneta that the outlines have on land lies in the sea, and Barceloneta does not', () => {
  expect(land.isLand('es', 41.3786, 2.2049)).toBe(true)
  expect(land.isSea(latLngToCell(41.3786, 2.2049, 8))).toBe(true)
  expect(land.isSea(latLngToCell(41.3798, 2.1893, 8))).toBe(false)
  expect(land.isSea(latLngToCell(-33.8688, 151.2, 8))).toBe(false)
})

test('Lake Michigan off Chicago is water, and the country beyond a border is not', () => {
  expect(land.isLand('us', 41.9, -87.5)).toBe(false)
  expect(land.isWater(41.9, -87.5)).toBe(true)
  expect(land.isWater(39.5, -8)).toBe(false)
  expect(land.isLand('es', 39.5, -8)).toBe(false)
})

test('a park counts as empty ground and a street does not', () => {
  expect(land.isEmptyGround(40.7825, -73.9655)).toBe(true)
  expect(land.isEmptyGround(40.7308, -73.9973)).toBe(false)
})
