import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CELL_AREA_KM2, RESOLUTIONS } from '../../domain/cell.ts'
import { cellWidthPx, resolutionFor, resolutionInForce } from './resolution.ts'

const WORLD = { lat: 20, zoom: 1 }
const BARCELONA = { lat: 41.395, zoom: 11.6 }

const eyes = fc.record({
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  zoom: fc.double({ min: 0, max: 16, noNaN: true }),
})

/** About how many cells a desktop screen has. */
function cellsOnDesktop(resolution: 4 | 5 | 6 | 7 | 8, { lat, zoom }: { lat: number; zoom: number }): number {
  const kmPerPixel = (1.0746 * Math.sqrt(CELL_AREA_KM2[resolution])) / cellWidthPx(resolution, lat, zoom)
  return (1440 * 900 * kmPerPixel ** 2) / CELL_AREA_KM2[resolution]
}

test('a city has resolution 8, the world 4', () => {
  expect(resolutionFor(BARCELONA, 8)).toBe(8)
  expect(resolutionFor(WORLD, 8)).toBe(4)
})

test('a desktop screen has about 3,000 cells at most, and would have more one resolution finer', () => {
  fc.assert(
    fc.property(eyes, (eye) => {
      const resolution = resolutionFor(eye, 8)
      const finer = RESOLUTIONS.find((each) => each > resolution)
      // The zoom counts with two digits, which is under a hundredth of the width.
      if (resolution > 4) expect(cellsOnDesktop(resolution, eye)).toBeLessThanOrEqual(3_100)
      if (finer) expect(cellsOnDesktop(finer, eye)).toBeGreaterThan(2_900)
    }),
  )
})

test('a link has the resolution of the view that it was taken from', () => {
  fc.assert(
    fc.property(eyes, ({ lat, zoom }) => {
      const linked = { lat: Number(lat.toFixed(5)), zoom: Number(zoom.toFixed(2)) }
      expect(resolutionFor(linked, 8)).toBe(resolutionFor({ lat, zoom }, 8))
    }),
  )
})

test('no view is finer than the plan allows', () => {
  fc.assert(
    fc.property(eyes, fc.constantFrom(...RESOLUTIONS), (eye, finest) => {
      expect(resolutionFor(eye, finest)).toBeLessThanOrEqual(finest)
    }),
  )
})

test('a pinned resolution applies at any zoom, as far as the plan allows', () => {
  expect(resolutionInForce(BARCELONA, null, 8)).toBe(8)
  expect(resolutionInForce(BARCELONA, 5, 8)).toBe(5)
  expect(resolutionInForce(WORLD, 8, 8)).toBe(8)
  expect(resolutionInForce(BARCELONA, 8, 6)).toBe(6)
})

test('where no market has a resolution, the nearest that can be drawn takes its place', () => {
  const at = (zoom: number, offered: readonly (4 | 5 | 6 | 7 | 8)[]) =>
    resolutionFor({ ...BARCELONA, zoom }, 8, offered)
  expect([11.6, 10, 9].map((zoom) => [at(zoom, RESOLUTIONS), at(zoom, [7])])).toEqual([
    [8, 7],
    [7, 7],
    [6, 7],
  ])
  expect(at(7.5, [7]), 'too narrow').toBe(5)
  expect(at(7.5, [4, 8])).toBe(4)
  expect(resolutionInForce(BARCELONA, 8, 8, [7])).toBe(7)
})
