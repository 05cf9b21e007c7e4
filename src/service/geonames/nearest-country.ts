import { distanceKm, type LatLng } from '../../domain/distance.ts'
import { type GeoNamesPlace, readGeoNames } from './geonames.ts'

/** A point farther than this from every town has no known country. */
const REACH_KM = 300

/** Side of the grid's squares, in degrees. */
const SQUARE = 1

/** Returns the country of the nearest GeoNames town, lower-case alpha-2; null when there is none within 300 km. */
export type NearestCountry = (point: LatLng) => string | null

type City = Pick<GeoNamesPlace, 'country' | 'lat' | 'lng'>

let squares: ReadonlyMap<number, readonly City[]> | null = null

/** Opens the look-up. The first call reads GeoNames' 138,000 towns, which takes half a second. */
export function openNearestCountry(): NearestCountry {
  squares ??= readTowns()
  const towns = squares
  return (point) => {
    let nearest: string | null = null
    let nearestKm = REACH_KM
    // No town in a ring of squares is nearer than the ring, whose width shrinks with the degrees of longitude.
    const ringKm = 111 * SQUARE * Math.max(0.1, Math.cos(((Math.abs(point.lat) + 3) * Math.PI) / 180))
    for (let ring = 0; (ring - 1) * ringKm < nearestKm; ring++) {
      for (const square of ringOfSquares(column(point.lng), row(point.lat), ring)) {
        for (const city of towns.get(square) ?? []) {
          const km = distanceKm(point, city)
          if (km < nearestKm) {
            nearestKm = km
            nearest = city.country
          }
        }
      }
    }
    return nearest
  }
}

function readTowns(): Map<number, City[]> {
  const squares = new Map<number, City[]>()
  for (const { country, lat, lng } of readGeoNames()) {
    const city = { country, lat, lng }
    const square = squareOf(column(lng), row(lat))
    const known = squares.get(square)
    if (known) known.push(city)
    else squares.set(square, [city])
  }
  return squares
}

const COLUMNS = 360 / SQUARE

function column(lng: number): number {
  return Math.floor((lng + 180) / SQUARE)
}

function row(lat: number): number {
  return Math.floor((lat + 90) / SQUARE)
}

function squareOf(x: number, y: number): number {
  return y * COLUMNS + (((x % COLUMNS) + COLUMNS) % COLUMNS)
}

function* ringOfSquares(x: number, y: number, ring: number): Generator<number> {
  for (let dy = -ring; dy <= ring; dy++) {
    const step = Math.abs(dy) === ring ? 1 : 2 * ring
    for (let dx = -ring; dx <= ring; dx += Math.max(1, step)) yield squareOf(x + dx, y + dy)
  }
}
