import fc from 'fast-check'
import { cellToBoundary, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { RESOLUTIONS, trustCell } from './cell.ts'
import {
  cellCenter,
  circleCandidateCount,
  circleCells,
  circleKm2,
  circleRing,
  destination,
  distanceKm,
  radiusOfCandidates,
  surelyWithinKm,
} from './distance.ts'

const points = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lng: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
})

test('one degree of latitude is 111.19 km', () => {
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111.195, 2)
})

test('a destination lies at the requested distance', () => {
  fc.assert(
    fc.property(
      points,
      fc.double({ min: 0.01, max: 500, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (from, km, bearing) => {
        expect(distanceKm(from, destination(from, km, bearing))).toBeCloseTo(km, 6)
      },
    ),
  )
})

test('a cell belongs to a circle exactly when its centre lies inside', () => {
  fc.assert(
    fc.property(
      points,
      fc.constantFrom(...RESOLUTIONS),
      fc.double({ min: 0.2, max: 6, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 1.3, noNaN: true }),
      (at, resolution, cellsWide, bearing, share) => {
        const edgeKm = { 4: 26.07, 5: 9.85, 6: 3.72, 7: 1.41, 8: 0.53 }[resolution]
        const circle = { ...at, radius_km: edgeKm * cellsWide }
        const cells = new Set(circleCells(circle, resolution))
        const probe = destination(at, circle.radius_km * share, bearing)
        const cell = trustCell(latLngToCell(probe.lat, probe.lng, resolution))
        expect(cells.has(cell)).toBe(distanceKm(circle, cellCenter(cell)) <= circle.radius_km)
        expect(cells.size).toBeLessThanOrEqual(circleCandidateCount(circle, resolution))
      },
    ),
  )
})

const anyCircle = fc
  .tuple(points, fc.constantFrom(...RESOLUTIONS), fc.integer({ min: 7, max: 1_000 }))
  .map(([at, resolution, candidates]) => {
    const radius_km = Math.min(500, radiusOfCandidates(at, resolution, candidates))
    return { circle: { ...at, radius_km }, resolution, candidates }
  })

test('a circle has at most as many cells as candidates, and at least 70% of them when it is large', () => {
  fc.assert(
    fc.property(anyCircle, ({ circle, resolution, candidates }) => {
      expect(circleCandidateCount(circle, resolution)).toBeLessThanOrEqual(candidates)
      const inside = circleCells(circle, resolution).length
      expect(inside).toBeLessThanOrEqual(candidates)
      if (circle.radius_km === 500 || candidates < 200) return
      expect(inside).toBeGreaterThan(0.7 * candidates)
    }),
    { numRuns: 60 },
  )
})

test('a cell that is surely within a circle has all its corners inside', { tags: 'nightly' }, () => {
  fc.assert(
    fc.property(anyCircle, ({ circle, resolution }) => {
      const sure = surelyWithinKm(circle, resolution)
      for (const cell of circleCells(circle, resolution)) {
        if (distanceKm(circle, cellCenter(cell)) > sure) continue
        for (const [lat, lng] of cellToBoundary(cell)) {
          expect(distanceKm(circle, { lat, lng })).toBeLessThan(circle.radius_km)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a ring is closed and does not jump at the 180th meridian', () => {
  const ring = circleRing({ lat: -17, lng: 179.9, radius_km: 50 })
  expect(ring.at(-1)?.[0]).toBeCloseTo(ring[0]?.[0] ?? Number.NaN, 9)
  expect(Math.max(...ring.map(([lng]) => lng)) - Math.min(...ring.map(([lng]) => lng))).toBeLessThan(2)
})

test('a small circle has the area of a disk', () => {
  expect(circleKm2(2)).toBeCloseTo(Math.PI * 4, 4)
})

test('the outline of a circle around a pole goes once round the globe and holds the pole', () => {
  for (const lat of [89, -88]) {
    const circle = { lat, lng: 40, radius_km: 400 }
    const ring = circleRing(circle)
    const lngs = ring.map(([lng]) => lng)
    expect([Math.min(...lngs), Math.max(...lngs)]).toEqual([-180, 180])
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring.filter(([, y]) => Math.abs(y) === 89.9 && Math.sign(y) === Math.sign(lat))).toHaveLength(2)
    const rim = ring.slice(1, -4)
    for (const [lng, y] of rim) expect(distanceKm(circle, { lat: y, lng })).toBeCloseTo(400, 3)
    expect(rim.every(([lng], i) => i === 0 || lng >= (rim[i - 1]?.[0] ?? 0))).toBe(true)
  }
})
