import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PURCHASE_TILES_MAX } from '../../contract/proxy-api.ts'
import { CELL_AREA_KM2, type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import { type Bounds, boundsAreaKm2 } from '../../domain/tile.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { tilesAround } from './around-view.ts'

const BARCELONA: Bounds = { west: 2.0, south: 41.3, east: 2.4, north: 41.5 }
const all = () => true

/** The finest resolution at which a view has at most 3,000 cells. */
function finestOfView(bounds: Bounds, finest: Resolution): Resolution {
  const fits = (each: Resolution) => each <= finest && boundsAreaKm2(bounds) / CELL_AREA_KM2[each] <= 3_000
  return RESOLUTIONS.findLast(fits) ?? 4
}

function moved({ west, south, east, north }: Bounds, lng: number, lat: number): Bounds {
  return { west: west + lng, south: south + lat, east: east + lng, north: north + lat }
}

const views = fc
  .record({
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -60, max: 70, noNaN: true }),
    size: fc.double({ min: 0.05, max: 8, noNaN: true }),
  })
  .map(({ lng, lat, size }): Bounds => {
    const east = lng + size > 180 ? lng + size - 360 : lng + size
    return { west: lng, south: lat, east, north: lat + size * 0.6 }
  })

test('the tiles around a view lie outside it, each once, within the limit of a purchase', () => {
  fc.assert(
    fc.property(views, fc.constantFrom(...RESOLUTIONS), (bounds, finest) => {
      const resolution = finestOfView(bounds, finest)
      const inView = new Set(tilesInView(bounds, resolution).parents)
      const around = tilesAround({ bounds, before: null }, resolution, all)
      expect(around.length).toBeLessThanOrEqual(PURCHASE_TILES_MAX)
      expect(new Set(around).size).toBe(around.length)
      expect(around.filter((parent) => inView.has(parent))).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('they reach up to two screens beyond each edge, nearest first', () => {
  const around = tilesAround({ bounds: BARCELONA, before: null }, 8, all).map(cellCenter)
  const beyond = around.map(({ lat, lng }) => Math.max(Math.abs(lng - 2.2) / 0.4, Math.abs(lat - 41.4) / 0.2))
  expect(Math.max(...beyond)).toBeLessThanOrEqual(2.5)
  expect(Math.max(...beyond)).toBeGreaterThan(2)
  const distances = around.map(({ lat, lng }) => Math.hypot((lng - 2.2) / 0.4, (lat - 41.4) / 0.2))
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test('tiles wider than the view have their neighbours around it', () => {
  const street: Bounds = { west: 2.16, south: 41.38, east: 2.18, north: 41.39 }
  const inView = tilesInView(street, 5).parents
  const around = tilesAround({ bounds: street, before: null }, 5, all)
  expect(inView).toHaveLength(1)
  expect(new Set(around)).toEqual(new Set(inView.flatMap((parent) => cellsAround(parent, 1).slice(1))))
})

test('what lies ahead of the movement comes first, and a jump has no direction', () => {
  const firstWhen = (before: Bounds | null) =>
    tilesAround({ bounds: BARCELONA, before }, 8, all).slice(0, 3).map(cellCenter)
  expect(firstWhen(moved(BARCELONA, -0.3, 0)).every(({ lng }) => lng > 2.3)).toBe(true)
  expect(firstWhen(moved(BARCELONA, 0, 0.15)).every(({ lat }) => lat < 41.35)).toBe(true)
  expect(firstWhen(moved(BARCELONA, -20, 0))).toEqual(firstWhen(null))
  expect(firstWhen(BARCELONA)).toEqual(firstWhen(null))
})

test('the next tile takes the place of one that is not wanted', () => {
  const around = tilesAround({ bounds: BARCELONA, before: null }, 8, all)
  const [nearest] = around as [Cell]
  expect(tilesAround({ bounds: BARCELONA, before: null }, 8, (parent) => parent !== nearest)).toEqual(around.slice(1))
})

test('a view across the 180th meridian has tiles on both of its sides', () => {
  const bounds: Bounds = { west: 179.8, south: -18.2, east: -179.8, north: -18 }
  const lngs = tilesAround({ bounds, before: null }, 8, all).map((parent) => cellCenter(parent).lng)
  expect(lngs.some((lng) => lng > 179 && lng < 179.8)).toBe(true)
  expect(lngs.some((lng) => lng > -179.8 && lng < -179)).toBe(true)
})
