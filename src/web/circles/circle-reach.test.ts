import { expect, test } from 'vitest'
import { RESOLUTIONS } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { tileParent } from '../../domain/tile.ts'
import { CIRCLE_TILES_MAX, circleKm2, reachOf } from './circle-reach.ts'

const BARCELONA = { lat: 41.395, lng: 2.168 }

test('a circle of 2 km has its cells at resolution 8, all with their centre inside, and their tiles', () => {
  const reach = reachOf({ ...BARCELONA, radius_km: 2 }, 8)
  if (reach.kind !== 'cells') throw new Error('2 km is not too large')
  expect(reach.cells.length).toBeGreaterThan(10)
  for (const cell of reach.cells) expect(distanceKm(BARCELONA, cellCenter(cell))).toBeLessThanOrEqual(2)
  expect(new Set(reach.parents)).toEqual(new Set(reach.cells.map(tileParent)))
})

test('a circle that needs too many tiles offers the finest resolution that fits', () => {
  const circle = { ...BARCELONA, radius_km: 500 }
  const reach = reachOf(circle, 8)
  if (reach.kind !== 'too_large' || reach.coarser === null) throw new Error('500 km is too large at 8 but not at 4')
  expect(reach.tiles).toBeGreaterThan(CIRCLE_TILES_MAX)
  expect(reachOf(circle, reach.coarser).kind).toBe('cells')
})

test('the largest circle fits the coarsest resolution', () => {
  expect(reachOf({ ...BARCELONA, radius_km: 500 }, 4).kind).toBe('cells')
})

test('a circle that is too large at one resolution fits at the one offered', () => {
  for (const radius_km of [20, 60, 95, 150, 300]) {
    for (const resolution of RESOLUTIONS) {
      const reach = reachOf({ ...BARCELONA, radius_km }, resolution)
      if (reach.kind === 'too_large' && reach.coarser !== null) {
        expect(reachOf({ ...BARCELONA, radius_km }, reach.coarser).kind).toBe('cells')
      }
    }
  }
})

test('a small circle has the area of a disk', () => {
  expect(circleKm2(2)).toBeCloseTo(Math.PI * 4, 4)
})
