import { numberOf } from '../../contract/service/values/received-values.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { type Circle, cellCenter, distanceKm, type LatLng, surelyWithinKm } from '../../domain/distance.ts'

/** Rows so far outside, in radii, are not even in the corners of a hexagon of rings around the centre. */
const FAR = 1.2
/** So many of them, and this share of all rows, are more than noise. */
const NOISE = { rows: 3, share: 0.1 }
/**
 * Rows that end at the rim of a far smaller circle on all sides, without growing fewer before: how many at least, the share
 * of them in the outer half of that circle, how small it is, and how near its rim they come on each side. A town around the
 * centre has no such outline.
 */
const SMALLER = { rows: 50, outer: 0.4, share: 0.6, near: 0.85 }
const SIDES = 8

/**
 * True where an answer is about another circle than the one that was sent, by what it states or by its rows: a service may
 * move the centre or cap the radius. Cells without a row are then not known to be empty.
 */
export function isOtherCircle(sent: Circle, resolution: Resolution, rows: readonly Cell[], stated: readonly Fields[]) {
  const rim = sent.radius_km - surelyWithinKm(sent, resolution)
  if (stated.some((fields) => isStatedOther(sent, rim, fields))) return true
  const distances = rows.map((cell) => distanceKm(sent, cellCenter(cell)))
  const far = distances.filter((km) => km > FAR * sent.radius_km + 2 * rim).length
  if (far > 0 && (far === rows.length || (far >= NOISE.rows && far >= NOISE.share * rows.length))) return true
  const reach = distances.reduce((most, km) => (km <= sent.radius_km ? Math.max(most, km) : most), 0)
  if (rows.length < SMALLER.rows || reach + rim > SMALLER.share * sent.radius_km) return false
  const outer = distances.filter((km) => km <= reach && km > reach * Math.SQRT1_2).length
  const sides = reachOnSides(sent, rows)
  return outer >= SMALLER.outer * rows.length && sides.every((km) => km + rim >= SMALLER.near * reach)
}

/** Returns how far from the centre rows lie on each side, in km; 0 where none does. */
function reachOnSides(centre: LatLng, rows: readonly Cell[]): number[] {
  const reach = Array<number>(SIDES).fill(0)
  for (const cell of rows) {
    const at = cellCenter(cell)
    const east = unwrapped(at.lng - centre.lng) * Math.cos((centre.lat * Math.PI) / 180)
    const turns = Math.atan2(east, at.lat - centre.lat) / (2 * Math.PI) + 0.5
    const side = Math.floor(turns * SIDES) % SIDES
    reach[side] = Math.max(reach[side] ?? 0, distanceKm(centre, at))
  }
  return reach
}

/** Returns a difference of longitudes by the short way. */
function unwrapped(degrees: number): number {
  return ((degrees + 540) % 360) - 180
}

type Fields = Readonly<Record<string, unknown>>

/** A larger circle holds everything that was asked for. */
function isStatedOther(sent: Circle, rim: number, { lat, lng, radius_km }: Fields): boolean {
  const [north, east, radius] = [lat, lng, radius_km].map(numberOf)
  if (radius != null && radius < sent.radius_km - rim) return true
  if (north == null || east == null) return false
  const beyond = Math.max(0, (radius ?? sent.radius_km) - sent.radius_km)
  return distanceKm(sent, { lat: north, lng: east }) > rim + beyond
}
