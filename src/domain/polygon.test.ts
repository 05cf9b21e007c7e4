import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCorners, parseCorners } from './corners-text.ts'
import { cellCenter, circleKm2, circleRing, type LatLng } from './distance.ts'
import {
  CORNERS_MAX,
  lineCrosses,
  polygonCandidateCount,
  polygonCells,
  polygonFault,
  polygonKm2,
  polygonRing,
} from './polygon.ts'

const corners = (...points: [lat: number, lng: number][]): LatLng[] => points.map(([lat, lng]) => ({ lat, lng }))
const SQUARE = corners([41.3, 2.1], [41.3, 2.3], [41.5, 2.3], [41.5, 2.1])

/** A polygon around a point, whose corners lie in all directions, so that it cannot cross itself. */
const stars = fc
  .record({
    lat: fc.double({ min: -70, max: 70, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    reaches: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 4, maxLength: 12 }),
    size: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
  })
  .map(({ lat, lng, reaches, size }) =>
    reaches.map((reach, index) => {
      const angle = (2 * Math.PI * index) / reaches.length
      const east = lng + (reach * size * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180)
      return { lat: lat + reach * size * Math.cos(angle), lng: ((east + 540) % 360) - 180 }
    }),
  )

test('the cells of a polygon are those whose centre lies inside, right across the 180th meridian', () => {
  fc.assert(
    fc.property(stars, (star) => {
      const cells = new Set(polygonCells(star, 7))
      // A second opinion over every cell around: how often a ray to the east crosses an edge.
      const ring = polygonRing(star)
      const around = ring[0]?.[0] ?? 0
      for (const cell of polygonCells(boxAround(star), 7)) {
        const { lat, lng } = cellCenter(cell)
        const x = lng + 360 * Math.round((around - lng) / 360)
        const inside = ring.slice(1).filter(([x1, y1], i) => {
          const [x0, y0] = ring[i] ?? [0, 0]
          return y0 > lat !== y1 > lat && x < x0 + ((lat - y0) * (x1 - x0)) / (y1 - y0)
        })
        expect(cells.has(cell)).toBe(inside.length % 2 === 1)
      }
      expect(cells.size).toBeLessThanOrEqual(polygonCandidateCount(star, 7))
    }),
    { numRuns: 60 },
  )
})

function boxAround(star: readonly LatLng[]): LatLng[] {
  const ring = polygonRing(star)
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  const wrap = (lng: number) => ((lng + 540) % 360) - 180
  const [west, east] = [wrap(Math.min(...lngs) - 0.05), wrap(Math.max(...lngs) + 0.05)]
  const [south, north] = [Math.min(...lats) - 0.05, Math.max(...lats) + 0.05]
  return corners([south, west], [south, east], [north, east], [north, west])
}

test('the area of a polygon of many corners is that of the circle', () => {
  const ring = circleRing({ lat: 52, lng: 179.9, radius_km: 40 }, 50).slice(1)
  const around = ring.map(([lng, lat]) => ({ lat, lng: lng > 180 ? lng - 360 : lng }))
  expect(polygonKm2(around) / circleKm2(40)).toBeCloseTo(1, 2)
  expect(polygonFault(around)).toBeNull()
})

test('a polygon that cannot be counted is refused for its own reason', () => {
  expect(polygonFault(SQUARE)).toBeNull()
  expect(polygonFault(SQUARE.slice(0, 2))).toBe('too_few')
  expect(
    polygonFault(circleRing({ lat: 40, lng: 2, radius_km: 5 }, CORNERS_MAX + 1).map(([lng, lat]) => ({ lat, lng }))),
  ).toBe('too_many')
  const [a, b, c, d] = SQUARE as [LatLng, LatLng, LatLng, LatLng]
  expect(polygonFault([a, c, b, d])).toBe('crossing')
  expect(polygonFault([a, b, b, c])).toBe('crossing')
  expect(polygonFault([a, b, c, { lat: 41.3, lng: 2.2 }])).toBe('crossing')
  expect(polygonFault(corners([41, 2], [41.1, 2.1], [41.2, 2.2]))).toBe('crossing')
  expect(polygonFault(corners([41, 2], [41.00001, 2], [41, 2.00001]))).toBe('flat')
  expect(polygonFault(corners([85, -120], [85, 0], [85, 120]))).toBe('pole')
  expect(polygonFault(corners([35, -10], [35, 12], [45, 0]))).toBe('too_large')
})

test('a line crosses itself before it is closed', () => {
  const [a, b, c, d] = SQUARE as [LatLng, LatLng, LatLng, LatLng]
  expect(lineCrosses([a, b, c, d])).toBe(false)
  expect(lineCrosses([a, c, b, d])).toBe(true)
  expect(lineCrosses([a, b, a])).toBe(true)
  expect(lineCrosses([a])).toBe(false)
})

test('a ring across the 180th meridian continues past it', () => {
  const lngs = polygonRing(corners([-17, 179.5], [-17, -179.5], [-16, -179.5], [-16, 179.5])).map(([lng]) => lng)
  expect(Math.max(...lngs) - Math.min(...lngs)).toBeCloseTo(1, 6)
})

test('corners read back as they were written, to a metre, and anything else is not corners', () => {
  const point = fc.record({
    lat: fc.integer({ min: -90e5, max: 90e5 }).map((n) => n / 1e5),
    lng: fc.integer({ min: -180e5, max: 180e5 }).map((n) => n / 1e5),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: CORNERS_MAX }), (points) => {
      const text = formatCorners(points)
      expect(text).toMatch(/^[\w-]*$/)
      expect(parseCorners(text)).toEqual(points)
    }),
  )
  expect(formatCorners(SQUARE).length, 'a drawn quarter stays short').toBeLessThan(40)
  for (const raw of ['!', 'A', 'ggggggg', 'AAA', formatCorners(corners([90, 0], [91, 0])), `${formatCorners(SQUARE)}g`])
    expect(parseCorners(raw), raw).toBeNull()
  fc.assert(fc.property(fc.string(), (raw) => void parseCorners(raw)))
})
