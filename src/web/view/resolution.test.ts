import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RESOLUTIONS } from '../../domain/cell.ts'
import { CELLS_IN_VIEW_MAX, cellsInBounds, resolutionFor, resolutionInForce } from './resolution.ts'

const WORLD = { west: -180, south: -90, east: 180, north: 90 }
const BARCELONA = { west: 2.0, south: 41.32, east: 2.33, north: 41.47 }

const boundsSomewhere = fc
  .record({
    lat: fc.double({ min: -70, max: 70, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    span: fc.double({ min: 0.01, max: 8, noNaN: true }),
  })
  .map(({ lat, lng, span }) => ({ west: lng, south: lat, east: lng + 1.6 * span, north: lat + span }))

test('a city has resolution 8, the world 4', () => {
  expect(resolutionFor(BARCELONA, 8)).toBe(8)
  expect(resolutionFor(WORLD, 8)).toBe(4)
})

test('a view has at most the allowed cells, and would have too many one resolution finer', () => {
  fc.assert(
    fc.property(boundsSomewhere, (bounds) => {
      const resolution = resolutionFor(bounds, 8)
      const finer = RESOLUTIONS.find((each) => each > resolution)
      if (resolution > 4) expect(cellsInBounds(bounds, resolution)).toBeLessThanOrEqual(CELLS_IN_VIEW_MAX)
      if (finer) expect(cellsInBounds(bounds, finer)).toBeGreaterThan(CELLS_IN_VIEW_MAX)
    }),
  )
})

test('no view is finer than the plan allows', () => {
  fc.assert(
    fc.property(boundsSomewhere, fc.constantFrom(...RESOLUTIONS), (bounds, finest) => {
      expect(resolutionFor(bounds, finest)).toBeLessThanOrEqual(finest)
    }),
  )
})

test('a pinned resolution applies at any size, as far as the plan allows', () => {
  expect(resolutionInForce(BARCELONA, null, 8)).toBe(8)
  expect(resolutionInForce(BARCELONA, 5, 8)).toBe(5)
  expect(resolutionInForce(WORLD, 8, 8)).toBe(8)
  expect(resolutionInForce(BARCELONA, 8, 6)).toBe(6)
})
