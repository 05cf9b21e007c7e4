import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Cell, cellResolution } from '../../domain/cell.ts'

/** Resolution of the cells that are marked around towns. Neighbours are marked too: all ground within about 100 km. */
export const TOWN_RESOLUTION = 3

/** A record has a cell's bits and a country's two letters, 16 bits each. */
const RECORD_BYTES = 4

/** Where the towns of all countries are, by lower-case alpha-2 code. */
export interface TownCells {
  /** True when the country has a town, so that its location is known. */
  isPlaced(country: string): boolean
  /** Returns the countries with a town in or near a cell of resolution 1 to 3. */
  countriesNear(cell: Cell): ReadonlySet<string>
}

/** Reads the table that `scripts/build-data.js` makes from GeoNames' towns; takes a few milliseconds. */
export async function readTownCells(): Promise<TownCells> {
  const table = await readFile(createRequire(import.meta.url).resolve('#data/town-cells.bin'))
  const size = table.length / RECORD_BYTES
  const cellAt = (index: number) => table.readUInt16BE(RECORD_BYTES * index)
  const lettersAt = (index: number) => table.readUInt16BE(RECORD_BYTES * index + 2)
  const letters = new Set<number>()
  for (let i = 0; i < size; i++) letters.add(lettersAt(i))
  const placed = new Set([...letters].map(countryOf))
  return {
    isPlaced: (country) => placed.has(country),
    countriesNear(cell) {
      const countries = new Set<string>()
      const [first, last] = rangeOf(cell)
      for (let i = lowerBound(size, cellAt, first); i < size && cellAt(i) <= last; i++)
        countries.add(countryOf(lettersAt(i)))
      return countries
    },
  }
}

function countryOf(letters: number): string {
  return String.fromCharCode(letters >> 8, letters & 0xff)
}

/** Returns the bits of a cell's first and last descendant: an id's base cell and its first three digits, three bits each. */
function rangeOf(cell: Cell): [first: number, last: number] {
  // The unused digits of a coarser cell are all ones, which is more than any descendant has.
  const last = Number.parseInt(cell.slice(2, 6), 16)
  return [last & ~(8 ** (TOWN_RESOLUTION - cellResolution(cell)) - 1), last]
}

/** Returns the first index whose value is at least `value`. */
function lowerBound(size: number, valueAt: (index: number) => number, value: number): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueAt(middle) < value) low = middle + 1
    else high = middle
  }
  return low
}
