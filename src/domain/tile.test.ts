import fc from 'fast-check'
import { getPentagons, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellToBigInt, RESOLUTIONS, trustCell } from './cell.ts'
import { EARTH_RADIUS_KM } from './distance.ts'
import {
  boundsAreaKm2,
  CELLS_PER_TILE,
  countTileCells,
  tileCells,
  tileParent,
  tileResolution,
  tilesInBounds,
} from './tile.ts'

const points = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  resolution: fc.constantFrom(...RESOLUTIONS),
})

test('a tile has at most 343 cells in ascending order, including the cell that it was found from', () => {
  fc.assert(
    fc.property(points, ({ lat, lng, resolution }) => {
      const cell = trustCell(latLngToCell(lat, lng, resolution))
      const parent = tileParent(cell)
      const cells = tileCells(parent)
      expect(tileResolution(parent)).toBe(resolution)
      expect(cells).toContain(cell)
      expect(cells.length).toBeLessThanOrEqual(CELLS_PER_TILE)
      const ids = cells.map(cellToBigInt)
      expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? id))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('the cells of a tile are counted without listing them, under pentagons too', () => {
  for (const parent of [...getPentagons(5).map(trustCell), trustCell(latLngToCell(41.39, 2.17, 5))]) {
    expect(countTileCells(parent)).toBe(tileCells(parent).length)
  }
})

test('every point of a view lies in one of its tiles, even across the 180th meridian', () => {
  fc.assert(
    fc.property(
      points,
      fc.double({ min: 0.01, max: 4, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (at, size, shift) => {
        const bounds = { west: at.lng - size, east: at.lng + size, south: at.lat - size / 2, north: at.lat + size / 2 }
        const lng = ((at.lng + shift * size + 540) % 360) - 180
        const parent = tileParent(trustCell(latLngToCell(at.lat + (shift * size) / 2.001, lng, at.resolution)))
        expect(tilesInBounds(bounds, at.resolution)).toContain(parent)
      },
    ),
    { numRuns: 60 },
  )
})

test('a view of the whole world has every tile of the coarsest resolution', () => {
  const world = tilesInBounds({ west: -180, south: -90, east: 180, north: 90 }, 4)
  expect(new Set(world).size).toBe(842)
})

test('the world is as large as the Earth', () => {
  expect(boundsAreaKm2({ west: -180, south: -90, east: 180, north: 90 })).toBeCloseTo(
    4 * Math.PI * EARTH_RADIUS_KM ** 2,
    0,
  )
})

test('bounds across the 180th meridian have the area of the same bounds elsewhere', () => {
  const here = boundsAreaKm2({ west: -2, south: 40, east: 2, north: 42 })
  expect(boundsAreaKm2({ west: 178, south: 40, east: -178, north: 42 })).toBeCloseTo(here, 6)
})
