import { cellArea, getHexagonEdgeLengthAvg, latLngToCell, polygonToCells, UNITS } from 'h3-js'
import { type Cell, type Resolution, trustCell } from './cell.ts'
import { type Circle, distanceKm, EARTH_RADIUS_KM, type LatLng } from './distance.ts'

/** How many corners a drawn polygon may have. */
export const CORNERS_MIN = 3
export const CORNERS_MAX = 60
/** How far from its middle a corner may lie, in km: as far as a circle may reach. */
export const REACH_KM_MAX = 500

/** Why corners are not a polygon whose cells can be counted. */
export type PolygonFault = 'too_few' | 'too_many' | 'flat' | 'crossing' | 'pole' | 'too_large'

const RADIANS = Math.PI / 180

/** Returns what is wrong with a polygon of these corners; null when nothing is. */
export function polygonFault(corners: readonly LatLng[]): PolygonFault | null {
  if (corners.length < CORNERS_MIN) return 'too_few'
  if (corners.length > CORNERS_MAX) return 'too_many'
  const ring = unwrapped(corners)
  if (Math.abs(turnOf(ring)) > 180) return 'pole'
  if (crosses(ring)) return 'crossing'
  const { radius_km } = circleAround(corners)
  if (radius_km > REACH_KM_MAX) return 'too_large'
  return polygonKm2(corners) < 0.001 ? 'flat' : null
}

/** True when the line through the corners in their order, not yet closed, crosses or touches itself. */
export function lineCrosses(corners: readonly LatLng[]): boolean {
  return crosses(unwrapped(corners), false)
}

/**
 * The cells whose centre lies inside. Edges are straight in longitude and latitude, as on the map and in h3, and take
 * the short way round the globe.
 */
export function polygonCells(corners: readonly LatLng[], resolution: Resolution): Cell[] {
  return polygonToCells(
    corners.map(({ lat, lng }) => [lat, lng]),
    resolution,
  ).map(trustCell)
}

/**
 * The most cells whose centre can lie in a polygon: such cells lie within it, or reach over its edges with their own
 * corners.
 */
export function polygonCandidateCount(corners: readonly LatLng[], resolution: Resolution): number {
  const areas = [circleAround(corners), ...corners].map(({ lat, lng }) =>
    cellArea(latLngToCell(lat, lng, resolution), UNITS.km2),
  )
  const edgeKm = 1.3 * getHexagonEdgeLengthAvg(resolution, UNITS.km)
  const edges = corners.reduce((sum, corner, index) => sum + distanceKm(corner, after(corners, index)), 0)
  const reached = polygonKm2(corners) + edgeKm * edges + Math.PI * edgeKm ** 2
  return Math.floor(reached / (0.99 * Math.min(...areas)))
}

/** The area inside, in km², with edges that are straight in longitude and latitude. */
export function polygonKm2(corners: readonly LatLng[]): number {
  const ring = unwrapped(corners)
  let sum = 0
  for (const [index, from] of ring.entries()) {
    const to = after(ring, index)
    const [south, north] = [from.lat * RADIANS, to.lat * RADIANS]
    // The mean of the latitude's sine along the edge.
    const mean =
      Math.abs(north - south) < 1e-9 ? Math.sin(south) : (Math.cos(south) - Math.cos(north)) / (north - south)
    sum += (to.lng - from.lng) * RADIANS * mean
  }
  return Math.abs(sum) * EARTH_RADIUS_KM ** 2
}

/** The circle around the middle of the corners that reaches the farthest of them. */
export function circleAround(corners: readonly LatLng[]): Circle {
  const [x, y, z] = corners.reduce(
    ([sx, sy, sz], { lat, lng }) => {
      const [phi, lambda] = [lat * RADIANS, lng * RADIANS]
      return [sx + Math.cos(phi) * Math.cos(lambda), sy + Math.cos(phi) * Math.sin(lambda), sz + Math.sin(phi)] as const
    },
    [0, 0, 0] as readonly [number, number, number],
  )
  const middle = { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lng: Math.atan2(y, x) / RADIANS }
  return { ...middle, radius_km: Math.max(0, ...corners.map((corner) => distanceKm(middle, corner))) }
}

/** Long edges are drawn in pieces of this many degrees, because they are not straight on a Mercator map. */
const PIECE_DEGREES = 1

/** The outline as a closed ring of [lng, lat]; longitudes continue past 180 rather than jump. */
export function polygonRing(corners: readonly LatLng[]): [number, number][] {
  const ring = unwrapped(corners)
  const first = ring[0]
  if (first === undefined) return []
  const pieces = ring.flatMap((from, index) => {
    const to = index === ring.length - 1 ? near(first, from) : after(ring, index)
    const count = Math.max(
      1,
      Math.ceil(Math.max(Math.abs(to.lng - from.lng), Math.abs(to.lat - from.lat)) / PIECE_DEGREES),
    )
    return Array.from({ length: count }, (_, i): [number, number] => [
      from.lng + ((to.lng - from.lng) * i) / count,
      from.lat + ((to.lat - from.lat) * i) / count,
    ])
  })
  return [...pieces, [first.lng, first.lat]]
}

function after<T>(ring: readonly T[], index: number): T {
  return ring[(index + 1) % ring.length] as T
}

/** The same points, each within 180° of the one before. */
export function unwrapped(corners: readonly LatLng[]): LatLng[] {
  const ring: LatLng[] = []
  for (const corner of corners) ring.push(near(corner, ring.at(-1) ?? corner))
  return ring
}

function near({ lat, lng }: LatLng, other: LatLng): LatLng {
  return { lat, lng: lng + 360 * Math.round((other.lng - lng) / 360) }
}

/** How far the longitude has turned once the ring is closed: 0, or 360 around a pole. */
function turnOf(ring: readonly LatLng[]): number {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last ? near(first, last).lng - first.lng : 0
}

function crosses(ring: readonly LatLng[], isClosed = true): boolean {
  const edges = ring.map((from, index) => [from, after(ring, index)] as const).slice(0, isClosed ? undefined : -1)
  return edges.some(([a, b], i) => {
    if (a.lat === b.lat && a.lng === b.lng) return true
    return edges.slice(i + 1).some(([c, d], offset) => {
      const j = i + 1 + offset
      const follows = j === i + 1
      const precedes = isClosed && i === 0 && j === edges.length - 1
      if (follows) return turnsBack(a, b, d)
      return precedes ? turnsBack(c, a, b) : meet(a, b, c, d)
    })
  })
}

/** True when the line from a over b to c goes back over itself. */
function turnsBack(a: LatLng, b: LatLng, c: LatLng): boolean {
  const along = (a.lng - b.lng) * (c.lng - b.lng) + (a.lat - b.lat) * (c.lat - b.lat)
  return side(a, b, c) === 0 && along > 0
}

function meet(a: LatLng, b: LatLng, c: LatLng, d: LatLng): boolean {
  const [atC, atD, atA, atB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (atC * atD < 0 && atA * atB < 0) return true
  return (
    (atC === 0 && isBetween(a, b, c)) ||
    (atD === 0 && isBetween(a, b, d)) ||
    (atA === 0 && isBetween(c, d, a)) ||
    (atB === 0 && isBetween(c, d, b))
  )
}

/** On which side of the line through a and b a point lies: 1, -1, or 0 on it. */
function side(a: LatLng, b: LatLng, point: LatLng): number {
  const cross = (b.lng - a.lng) * (point.lat - a.lat) - (b.lat - a.lat) * (point.lng - a.lng)
  return Math.abs(cross) < 1e-12 ? 0 : Math.sign(cross)
}

function isBetween(a: LatLng, b: LatLng, point: LatLng): boolean {
  const within = (one: number, other: number, value: number) =>
    value >= Math.min(one, other) - 1e-9 && value <= Math.max(one, other) + 1e-9
  return within(a.lng, b.lng, point.lng) && within(a.lat, b.lat, point.lat)
}
