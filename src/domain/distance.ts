import { cellToLatLng, getHexagonEdgeLengthAvg, gridDisk, gridDiskDistances, latLngToCell, UNITS } from 'h3-js'
import { type Cell, type Resolution, trustCell } from './cell.ts'
import { cellAreaAt } from './cell-area.ts'

/** Mean Earth radius in km, as h3 uses it. */
export const EARTH_RADIUS_KM = 6371.007180918475

/** A point in degrees, WGS 84. */
export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** A circle on the ground. */
export interface Circle extends LatLng {
  readonly radius_km: number
}

const RADIANS = Math.PI / 180

/** Great-circle distance in km. */
export function distanceKm(a: LatLng, b: LatLng): number {
  const dLat = (b.lat - a.lat) * RADIANS
  const dLng = (b.lng - a.lng) * RADIANS
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The point at a distance (km) and bearing (degrees clockwise from north). */
export function destination(from: LatLng, km: number, bearing: number): LatLng {
  const d = km / EARTH_RADIUS_KM
  const lat1 = from.lat * RADIANS
  const b = bearing * RADIANS
  const lat2 = Math.asin(Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(b))
  const dLng = Math.atan2(Math.sin(b) * Math.sin(d) * Math.cos(lat1), Math.cos(d) - Math.sin(lat1) * Math.sin(lat2))
  return { lat: lat2 / RADIANS, lng: ((from.lng + dLng / RADIANS + 540) % 360) - 180 }
}

/**
 * A circle's outline as a closed ring of [lng, lat]; longitudes continue past 180 rather than jump. Around a pole, the ring
 * goes once round the globe and closes over the pole's edge of the map.
 */
export function circleRing(circle: Circle, points = 96): [number, number][] {
  const north = circle.lat >= 0 ? 1 : -1
  if (distanceKm(circle, { lat: 90 * north, lng: circle.lng }) < circle.radius_km) {
    return polarRing(circle, EDGE_LAT * north, points)
  }
  const ring: [number, number][] = []
  for (let i = 0; i <= points; i++) {
    const { lat, lng } = destination(circle, circle.radius_km, (360 * i) / points)
    const near = lng - circle.lng > 180 ? lng - 360 : lng - circle.lng < -180 ? lng + 360 : lng
    ring.push([near, lat])
  }
  return ring
}

/** Beyond the edge of a Mercator map, on which the poles themselves lie infinitely far away. */
const EDGE_LAT = 89.9

function polarRing(circle: Circle, edge: number, points: number): [number, number][] {
  const rim = Array.from({ length: points }, (_, i): [number, number] => {
    const { lat, lng } = destination(circle, circle.radius_km, (360 * i) / points)
    return [lng, lat]
  }).sort(([a], [b]) => a - b)
  const [first, last] = [rim[0], rim.at(-1)]
  if (!first || !last) return []
  // Where the rim meets the 180th meridian, between its last and its first point.
  const lat = (first[1] + last[1]) / 2
  return [[-180, lat], ...rim, [180, lat], [180, edge], [-180, edge], [-180, lat]]
}

/** The area of a circle on the sphere, in km². */
export function circleKm2(radius_km: number): number {
  return 2 * Math.PI * EARTH_RADIUS_KM ** 2 * (1 - Math.cos(radius_km / EARTH_RADIUS_KM))
}

/** Rings of cells around the centre that are sure to include every cell whose centre lies in the circle. */
function ringsToCover(radius_km: number, resolution: Resolution): number {
  // Neighbouring centres lie about sqrt(3) edges apart on average; cells shrink to about 0.75 of that where the
  // icosahedron distorts them most, and a ring's nearest centre is sqrt(3)/2 of its farthest.
  const step = getHexagonEdgeLengthAvg(resolution, UNITS.km) * Math.sqrt(3) * 0.75 * (Math.sqrt(3) / 2)
  return Math.ceil(radius_km / step) + 1
}

// Rings of points that stand for equal parts of a circle's area: how far from its centre, in radii.
const RINGS = [Math.sqrt(1 / 4), Math.sqrt(3 / 4)]
const BEARINGS = [0, 60, 120, 180, 240, 300]

/** Areas of cells in km² around a circle's centre, on rings of such shares of its radius. */
function ringAreas({ radius_km, ...center }: Circle, resolution: Resolution, rings: readonly number[]): number[] {
  // Areas change over thousands of km, as the icosahedron's faces bend away from the sphere.
  return rings.flatMap((ring, index) =>
    BEARINGS.map((bearing) => {
      const { lat, lng } = destination(center, ring * radius_km, bearing + 30 * index)
      return EARTH_RADIUS_KM ** 2 * cellAreaAt(lat, lng, resolution)
    }),
  )
}

/** The area of a circle in average cells. */
function cellsOfArea(circle: Circle, resolution: Resolution): number {
  const areas = ringAreas(circle, resolution, RINGS)
  return (circleKm2(circle.radius_km) * areas.reduce((sum, area) => sum + 1 / area, 0)) / areas.length
}

// More cells can have their centre in a circle than fit its area: at most 2.3 times the fourth root of their number in
// 6,000 random circles, pentagons included, and a thousandth where areas differ within the circle.
const EXCESS = 2.5
const UNEVEN = 1.002

/** The most cells whose centre can lie in a circle, which is what a cell budget counts. */
export function circleCandidateCount(circle: Circle, resolution: Resolution): number {
  const cells = cellsOfArea(circle, resolution)
  return Math.max(1, Math.floor(UNEVEN * cells + EXCESS * cells ** 0.25))
}

/** Nearly the largest radius, in km, at which a circle has at most this many candidates; 0 when even a point has more. */
export function radiusOfCandidates(center: LatLng, resolution: Resolution, candidates: number): number {
  if (candidates < 1) return 0
  let cells = candidates
  for (let step = 0; step < 4; step++) cells = Math.max(0, (candidates - EXCESS * cells ** 0.25) / UNEVEN)
  let radius_km = 0
  // Areas depend on the radius so weakly that three steps are enough.
  for (let step = 0; step < 3; step++) {
    const area = circleKm2(radius_km || 1) / cellsOfArea({ ...center, radius_km: radius_km || 1 }, resolution)
    const cap = Math.min(1, (cells * area) / (2 * Math.PI * EARTH_RADIUS_KM ** 2))
    radius_km = 0.9995 * EARTH_RADIUS_KM * Math.acos(1 - cap)
  }
  while (radius_km > 0 && circleCandidateCount({ ...center, radius_km }, resolution) > candidates) radius_km *= 0.998
  return radius_km
}

// The width of a regular hexagon between parallel sides, in square roots of its area.
const WIDTH = 1.0746

/** Distance in km from a circle's centre within which a cell's centre is inside by more than a cell's width. */
export function surelyWithinKm(circle: Circle, resolution: Resolution): number {
  const areas = ringAreas(circle, resolution, [0.5, 1])
  return circle.radius_km - WIDTH * Math.sqrt(1.01 * Math.max(...areas))
}

/** Cells whose distance is measured in one step, which takes some milliseconds. */
const MEASURED_AT_ONCE = 3_000

/** The cells whose centre lies within the circle. */
export function circleCells(circle: Circle, resolution: Resolution): Cell[] {
  const steps = circleCellSteps(circle, resolution)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps, for callers that have other things to do meanwhile. */
export function* circleCellSteps(circle: Circle, resolution: Resolution): Generator<void, Cell[]> {
  const origin = latLngToCell(circle.lat, circle.lng, resolution)
  const inside: Cell[] = []
  for (const [index, id] of gridDisk(origin, ringsToCover(circle.radius_km, resolution)).entries()) {
    if (index > 0 && index % MEASURED_AT_ONCE === 0) yield
    const cell = trustCell(id)
    if (distanceKm(circle, cellCenter(cell)) <= circle.radius_km) inside.push(cell)
  }
  return inside
}

/** A cell's centre. */
export function cellCenter(cell: Cell): LatLng {
  const [lat, lng] = cellToLatLng(cell)
  return { lat, lng }
}

/** A cell and the given number of rings around it, nearest first. */
export function cellsAround(cell: Cell, rings: number): Cell[] {
  return gridDiskDistances(cell, rings).flat().map(trustCell)
}
