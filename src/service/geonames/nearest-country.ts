import { distanceKm, type LatLng } from '../../domain/distance.ts'
import { territoriesOf } from '../../domain/territories.ts'
import { type GeoNamesPlace, visitGeoNames } from './geonames.ts'

/** A point farther than this from every town has no known country. */
const REACH_KM = 300

/** Side of the grid's squares, in degrees. */
const SQUARE = 1

/** Near a border, the nearest town can be abroad: a country's own may be this much farther away. */
const BORDER_KM = 25
const BORDER_FACTOR = 2

/** Returns the country of the nearest GeoNames town, lower-case alpha-2; null when there is none within 300 km, or less. */
export type NearestCountry = (point: LatLng, withinKm?: number) => string | null

/** Whether a point can lie in a country (lower-case alpha-2) or its territories, judged by towns. */
export type MayLieIn = (point: LatLng, country: string) => boolean

type City = Pick<GeoNamesPlace, 'country' | 'lat' | 'lng'>

let squares: ReadonlyMap<number, readonly City[]> | null = null

/** Opens the look-up. The first call reads GeoNames' 138,000 towns. */
export function openNearestCountry(): NearestCountry {
  const find = openCountrySearch((km) => km)
  return (point, withinKm = REACH_KM) => {
    let nearest: string | null = null
    let nearestKm = withinKm
    for (const [country, km] of find(point)) {
      if (km < nearestKm) [nearest, nearestKm] = [country, km]
    }
    return nearest
  }
}

/**
 * Opens the look-up of the countries whose nearest town is at most `extraKm` farther than the nearest town of all, nearest
 * first; more than one near borders.
 */
export function openCountriesNear(extraKm: number): (point: LatLng) => string[] {
  const find = openCountrySearch((km) => km + extraKm)
  return (point) => {
    const around = [...find(point)].sort(([, a], [, b]) => a - b)
    const limit = (around[0]?.[1] ?? 0) + extraKm
    return around.filter(([, km]) => km <= limit).map(([country]) => country)
  }
}

/** Opens the check of a country against a point, which costs a little more than `openNearestCountry`. */
export function openMayLieIn(): MayLieIn {
  const find = openCountrySearch((km) => BORDER_FACTOR * km + BORDER_KM)
  return (point, country) => {
    const around = find(point)
    const limit = BORDER_FACTOR * Math.min(...around.values()) + BORDER_KM
    return territoriesOf(country, new Set()).some((code) => {
      const km = around.get(code)
      return km !== undefined && km <= limit
    })
  }
}

/**
 * Returns a search for the countries around a point, with the distance to the nearest town of each. It looks as far as
 * `limitOf` says for the distance to the nearest town of all, and at most 300 km.
 */
function openCountrySearch(limitOf: (nearestKm: number) => number): (point: LatLng) => Map<string, number> {
  squares ??= readTowns()
  const towns = squares
  return (point) => {
    const around = new Map<string, number>()
    let limitKm = REACH_KM
    // No town in a ring of squares is nearer than the ring, whose width shrinks with the degrees of longitude.
    const ringKm = 111 * SQUARE * Math.max(0.1, Math.cos(((Math.abs(point.lat) + 3) * Math.PI) / 180))
    for (let ring = 0; (ring - 1) * ringKm < limitKm; ring++) {
      for (const square of ringOfSquares(column(point.lng), row(point.lat), ring)) {
        for (const { country, lat, lng } of towns.get(square) ?? []) {
          const km = distanceKm(point, { lat, lng })
          if (km >= limitKm || km >= (around.get(country) ?? REACH_KM)) continue
          around.set(country, km)
          limitKm = Math.min(limitKm, limitOf(km))
        }
      }
    }
    return around
  }
}

function readTowns(): Map<number, City[]> {
  const squares = new Map<number, City[]>()
  visitGeoNames((country, lat, lng) => {
    const city = { country, lat, lng }
    const square = squareOf(column(lng), row(lat))
    const known = squares.get(square)
    if (known) known.push(city)
    else squares.set(square, [city])
  })
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
