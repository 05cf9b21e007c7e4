import { DEMO_COUNTRIES, type DemoCountry } from './data/countries.ts'
import { EMPTY_CIRCLES, WATERS } from './data/empty-ground.ts'
import outlined from './data/outlined-countries.json'

/** Knows where the land of the market's countries is. Outlines are Natural Earth's at 1:10 million. */
export interface LandMask {
  /** True on dry ground of that country. */
  isLand(country: DemoCountry, lat: number, lng: number): boolean
  /** True at sea or on a large lake, but not beyond a land border. */
  isWater(lat: number, lng: number): boolean
  /** True for cells at resolution 8 that lie in the sea, although the outlines of countries have them on land. */
  isSea(cell: string): boolean
  /** True in the parks, hills and airports of the cities best known. */
  isEmptyGround(lat: number, lng: number): boolean
}

/** Points as longitude and latitude; the last one is the first. */
export type Ring = readonly (readonly [lng: number, lat: number])[]
type Contains = (lat: number, lng: number) => boolean

/** The mask over the outlines of countries, all rings of one by its ISO 3166-1 numeric code, and over cells in the sea. */
export function createLandMask(outlines: (country: string) => readonly Ring[], sea: ReadonlySet<string>): LandMask {
  const own = {} as Record<DemoCountry, Contains>
  const all: Ring[] = []
  for (const country of DEMO_COUNTRIES) {
    const outline = outlines(outlined.markets[country])
    own[country] = containsByRows(outline)
    all.push(...outline)
  }
  // What lies outside the market's countries and their neighbours is sea.
  for (const id of Object.values(outlined.neighbours)) all.push(...outlines(id))
  // A border is the same line in both countries, so by the even-odd rule it vanishes from the union.
  const anyLand = containsByRows(all)
  const lake = containsByRows(WATERS)
  return {
    isLand: (country, lat, lng) => own[country](lat, lng) && !lake(lat, lng),
    isWater: (lat, lng) => !anyLand(lat, lng) || lake(lat, lng),
    isSea: (cell) => sea.has(cell),
    isEmptyGround: inAnyCircle(),
  }
}

/** Rows of the raster that answers containment: 0.002 degrees, about 220 m; exact along a row. */
const ROWS_PER_DEGREE = 500
const BANDS_PER_DEGREE = 10

function containsByRows(rings: readonly Ring[]): Contains {
  const bands = new Map<number, number[]>()
  for (const ring of rings) for (let i = 0; i < ring.length; i++) addEdge(bands, ring, i)
  const rows = new Map<number, Float64Array>()
  return (lat, lng) => {
    const row = Math.floor(lat * ROWS_PER_DEGREE)
    let crossings = rows.get(row)
    if (!crossings) {
      crossings = rowCrossings(bands, (row + 0.5) / ROWS_PER_DEGREE)
      rows.set(row, crossings)
    }
    return (countBelow(crossings, lng) & 1) === 1
  }
}

function addEdge(bands: Map<number, number[]>, ring: Ring, i: number): void {
  const [x1, y1] = ring[i] as [number, number]
  const [x2, y2] = ring[(i + 1) % ring.length] as [number, number]
  if (y1 === y2) return
  const last = Math.floor(Math.max(y1, y2) * BANDS_PER_DEGREE)
  for (let band = Math.floor(Math.min(y1, y2) * BANDS_PER_DEGREE); band <= last; band++) {
    const edges = bands.get(band)
    if (edges) edges.push(x1, y1, x2, y2)
    else bands.set(band, [x1, y1, x2, y2])
  }
}

function rowCrossings(bands: Map<number, number[]>, lat: number): Float64Array {
  const edges = bands.get(Math.floor(lat * BANDS_PER_DEGREE)) ?? []
  const crossings: number[] = []
  for (let i = 0; i < edges.length; i += 4) {
    const y1 = edges[i + 1] as number
    const y2 = edges[i + 3] as number
    if (y1 > lat === y2 > lat) continue
    const x1 = edges[i] as number
    crossings.push(x1 + ((lat - y1) / (y2 - y1)) * ((edges[i + 2] as number) - x1))
  }
  return Float64Array.from(crossings).sort()
}

function countBelow(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

function inAnyCircle(): Contains {
  const byDegree = new Map<string, (typeof EMPTY_CIRCLES)[number][]>()
  for (const circle of EMPTY_CIRCLES) {
    // Listed under every degree square that its surroundings touch, so that a look-up needs one square.
    const reach = 0.2
    const keys = new Set<string>()
    for (const dy of [-reach, reach])
      for (const dx of [-reach, reach]) keys.add(`${Math.floor(circle[0] + dy)}/${Math.floor(circle[1] + dx)}`)
    for (const key of keys) byDegree.set(key, [...(byDegree.get(key) ?? []), circle])
  }
  return (lat, lng) => {
    const near = byDegree.get(`${Math.floor(lat)}/${Math.floor(lng)}`)
    return near?.some(([y, x, km]) => groundKm(lat, lng, y, x) < km) ?? false
  }
}

/** Distance in km on flat ground: accurate to a few metres within a city, and cheap. */
export function groundKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const dy = (lat2 - lat1) * 111.195
  const dx = (lng2 - lng1) * 111.195 * Math.cos(((lat1 + lat2) / 2) * (Math.PI / 180))
  return Math.sqrt(dx * dx + dy * dy)
}
