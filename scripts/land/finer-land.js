// @ts-check
import { createRequire } from 'node:module'
import { readRings } from './osm-rings.js'

const require = createRequire(import.meta.url)
const LAND = '@geo-maps/earth-lands-100m'
/** Units of the file's coordinates in a degree. */
const UNITS = 10_000
/** The smallest islands that are kept, in km², as in the finer coast that the map draws (scripts/land/town-shores.js). */
const SMALLEST_KM2 = 0.05
const KM_PER_DEGREE = 111.2

/** Sides of the squares in which the nearest known ground is sought, in degrees, and how many squares away at most. */
const SIDE = 0.25
const FARTHEST = 16
/** Known ground is kept once for each country in squares of this side, in degrees. */
const THINNED = 1 / 64

/** @typedef {[lng: number, lat: number][]} Ring closed, in degrees */

/**
 * Returns the outlines of OpenStreetMap's land at 100 m without the smallest islands. Lakes count as land.
 * @returns {Generator<Ring>}
 */
export function* finerLand() {
  const { points, rings } = readRings(require.resolve(`${LAND}/map.geo.json`))
  for (const { start, end, isHole } of rings) {
    if (isHole || squareKm(points, start, end) < SMALLEST_KM2) continue
    /** @type {Ring} */
    const ring = []
    for (let i = start; i < end; i += 2) ring.push([Number(points[i]) / UNITS, Number(points[i + 1]) / UNITS])
    yield ring
  }
}

/** @param {Int32Array} points @param {number} start @param {number} end */
function squareKm(points, start, end) {
  let twice = 0
  for (let i = start + 2; i < end; i += 2) {
    twice += Number(points[i - 2]) * Number(points[i + 1]) - Number(points[i]) * Number(points[i - 1])
  }
  const width = Math.cos((Number(points[start + 1]) / UNITS) * (Math.PI / 180))
  return (Math.abs(twice / 2) / UNITS ** 2) * KM_PER_DEGREE ** 2 * width
}

/**
 * Points whose country is known, by which other land gets the country of the nearest one.
 */
export class KnownGround {
  /** @type {Map<number, { lng: number, lat: number, country: string }[]>} */
  #squares = new Map()
  /** @type {Set<string>} */
  #seen = new Set()
  /** @type {Map<string, string | null>} */
  #found = new Map()

  /** @param {number} lng @param {number} lat in degrees @param {string} country */
  note(lng, lat, country) {
    const seen = `${Math.floor(lng / THINNED)} ${Math.floor(lat / THINNED)} ${country}`
    if (this.#seen.has(seen)) return
    this.#seen.add(seen)
    const key = keyOf(columnOf(lng), rowOf(lat))
    const square = this.#squares.get(key) ?? []
    if (square.length === 0) this.#squares.set(key, square)
    square.push({ lng, lat, country })
  }

  /**
   * Returns the country of the nearest point; null where none is near. Places in one small square share an answer.
   * @param {number} lng
   * @param {number} lat
   */
  nearest(lng, lat) {
    const key = `${Math.floor(lng / THINNED)} ${Math.floor(lat / THINNED)}`
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const found = this.#search(lng, lat)
    this.#found.set(key, found)
    return found
  }

  /** @param {number} lng @param {number} lat @returns {string | null} */
  #search(lng, lat) {
    /** @type {{ country: string | null, distance: number }} */
    let best = { country: null, distance: Number.POSITIVE_INFINITY }
    const width = Math.cos((lat * Math.PI) / 180)
    for (let ring = 0; ring <= FARTHEST; ring++) {
      // Points farther out are at least this far away.
      if (best.distance < (ring - 1) * SIDE * width) break
      for (const point of this.#around(lng, lat, ring)) {
        const east = Math.abs(point.lng - lng)
        const distance = Math.hypot(Math.min(east, 360 - east) * width, point.lat - lat)
        if (distance < best.distance) best = { country: point.country, distance }
      }
    }
    return best.country
  }

  /**
   * The points in the squares of one ring around a place.
   * @param {number} lng
   * @param {number} lat
   * @param {number} ring
   */
  *#around(lng, lat, ring) {
    const [column, row] = [columnOf(lng), rowOf(lat)]
    for (let north = -ring; north <= ring; north++) {
      const step = Math.abs(north) === ring ? 1 : Math.max(1, 2 * ring)
      for (let east = -ring; east <= ring; east += step)
        yield* this.#squares.get(keyOf(column + east, row + north)) ?? []
    }
  }
}

const COLUMNS = 360 / SIDE

/** @param {number} lng */
function columnOf(lng) {
  return Math.floor((lng + 180) / SIDE)
}

/** @param {number} lat */
function rowOf(lat) {
  return Math.floor((lat + 90) / SIDE)
}

/** @param {number} column @param {number} row */
function keyOf(column, row) {
  return row * COLUMNS + ((column + COLUMNS) % COLUMNS)
}
