import { cellToBoundary } from 'h3-js'
import type { Cell } from '../../../domain/cell.ts'
import { cellCenter } from '../../../domain/distance.ts'
import { readPacked } from '../../../server/world/read-packed.ts'

// As in scripts/land/fill-bands.js and scripts/land/band-spans.js.
const BANDS_PER_DEGREE = 256
const BANDS = 180 * BANDS_PER_DEGREE
const PARTS = 0x10000
/** Numbers in a record: first and last part, and two letters. */
const RECORD = 3
/** A little more than the table has, unpacked. */
const TABLE_BYTES = 8 * 2 ** 20

/** All land of the world by country, up to about 500 m beyond its coasts and borders, so that none is missing. */
export interface Land {
  /** Returns the countries (lower-case alpha-2; `zz` for land without a code) whose land each cell touches. */
  countriesIn(cells: readonly Cell[]): ReadonlySet<string>[]
  /** True when a cell's middle and about 400 m around it count as land, so that the middle surely is on land. */
  isInland(cell: Cell): boolean
}

/** A band of latitude and a span of the circle, in parts of it; `last` may exceed the circle. */
interface Span {
  readonly band: number
  readonly first: number
  readonly last: number
}

export type ReadLand = () => Promise<Land>

/** Returns a reader that reads the table when it is first needed, and again after a failure. */
export function createReadLand(): ReadLand {
  let land: Promise<Land> | null = null
  return async () => {
    land ??= readLand()
    return land.catch((error: unknown) => {
      land = null
      throw error
    })
  }
}

/** Reads the table that `scripts/land/land-bands.js` makes; takes some hundredths of a second. */
export async function readLand(): Promise<Land> {
  const { buffer, byteOffset, byteLength } = await readPacked('land-bands.bin.br', TABLE_BYTES)
  // Typed arrays are little-endian wherever Node runs.
  const starts = new Uint32Array(buffer, byteOffset, BANDS + 1)
  const numbers = new Uint16Array(buffer, byteOffset + starts.byteLength, (byteLength - starts.byteLength) / 2)
  const count = RECORD * (starts[BANDS] ?? 0)
  if (numbers.length !== count) {
    throw new Error(`expected ${count} numbers in the table of land, found ${numbers.length}`)
  }
  const addLetters = ({ band, first, last }: Span, into: Set<number>) => {
    const end = RECORD * (starts[band + 1] ?? 0)
    for (let at = RECORD * (starts[band] ?? 0); at < end; at += RECORD) {
      const west = numbers[at] as number
      const touches = (west <= last && (numbers[at + 1] as number) >= first) || west + PARTS <= last
      if (touches) into.add(numbers[at + 2] as number)
    }
  }
  const isLand = (band: number, part: number): boolean => {
    const end = RECORD * (starts[band + 1] ?? 0)
    for (let at = RECORD * (starts[band] ?? 0); at < end; at += RECORD) {
      if ((numbers[at] as number) <= part && part <= (numbers[at + 1] as number)) return true
    }
    return false
  }
  return {
    countriesIn: (cells) =>
      cells.map((cell) => {
        const letters = new Set<number>()
        for (const span of spansOf(cell)) addLetters(span, letters)
        return new Set([...letters].map((both) => String.fromCharCode(both >> 8, both & 0xff)))
      }),
    isInland: (cell) => {
      const { lat, lng } = cellCenter(cell)
      const [band, part] = [bandOf(lat), partOf(lng)]
      return AROUND.every((north) =>
        AROUND.every((east) => isLand(clampBand(band + north), (part + east + PARTS) % PARTS)),
      )
    },
  }
}

/** The middle itself first: most cells in the water are out of sight of land. */
const AROUND = [0, -1, 1]

/** Returns where a cell touches each band: it is convex, so its edges do. */
function spansOf(cell: Cell): Span[] {
  const ring = cellToBoundary(cell, true).map(([lng = 0, lat = 0]) => ({ lng, lat }))
  const start = ring[0]?.lng ?? 0
  const south = bandOf(Math.min(...ring.map(({ lat }) => lat)))
  const north = bandOf(Math.max(...ring.map(({ lat }) => lat)))
  const wests = new Float64Array(north - south + 1).fill(Number.POSITIVE_INFINITY)
  const easts = new Float64Array(north - south + 1).fill(Number.NEGATIVE_INFINITY)
  const widen = (band: number, lng: number) => {
    wests[band - south] = Math.min(wests[band - south] ?? lng, lng)
    easts[band - south] = Math.max(easts[band - south] ?? lng, lng)
  }
  for (const [i, corner] of ring.slice(0, -1).entries()) {
    const next = ring[i + 1] ?? corner
    const ends = [corner, next].map(({ lng, lat }) => ({ lng: near(lng, start), lat }))
    widenAlong(ends as [Corner, Corner], widen)
  }
  return Array.from(wests, (west, i) => {
    const first = partOf(west)
    return { band: south + i, first: first % PARTS, last: (first % PARTS) + partOf(easts[i] ?? west) - first }
  })
}

interface Corner {
  readonly lng: number
  readonly lat: number
}

/** Calls back with the longitudes at which an edge enters and leaves each band. */
function widenAlong([from, to]: [Corner, Corner], widen: (band: number, lng: number) => void): void {
  const [low, high] = from.lat <= to.lat ? [from, to] : [to, from]
  const slope = high.lat === low.lat ? 0 : (high.lng - low.lng) / (high.lat - low.lat)
  const [first, last] = [bandOf(low.lat), bandOf(high.lat)]
  widen(first, low.lng)
  for (let band = first; band < last; band++) {
    const lng = low.lng + slope * ((band + 1) / BANDS_PER_DEGREE - 90 - low.lat)
    widen(band, lng)
    widen(band + 1, lng)
  }
  widen(last, high.lng)
}

function bandOf(lat: number): number {
  return clampBand(Math.floor((lat + 90) * BANDS_PER_DEGREE))
}

function clampBand(band: number): number {
  return Math.max(0, Math.min(BANDS - 1, band))
}

/** Counted from 180 degrees west, and one turn on so that it is never negative. */
function partOf(lng: number): number {
  return Math.floor(((lng + 540) / 360) * PARTS)
}

/** Returns the longitude in the turn in which it is nearest to another. */
function near(lng: number, other: number): number {
  return lng - other > 180 ? lng - 360 : lng - other < -180 ? lng + 360 : lng
}
