import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Cell, cellResolution } from '../../domain/cell.ts'

/** Towns are marked in cells of this resolution, and their neighbours with them: all ground within about 100 km. */
export const TOWN_RESOLUTION = 3

/** A record is a cell's bits and a country's two letters, 16 bits each. */
const RECORD_BYTES = 4

/** Where the towns of all countries are, by lower-case alpha-2 codes. */
export interface TownCells {
  /** Whether a country has a town at all, so that it can be told where it is. */
  isPlaced(country: string): boolean
  /** The countries with a town in or near a cell of resolution 1 to 3. */
  countriesNear(cell: Cell): ReadonlySet<string>
}

/** Reads the table that `scripts/build-data.js` makes of GeoNames' towns; a few milliseconds. */
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

/** The bits of a cell's first and last descendant: of an id, the base cell and three digits of three bits each. */
function rangeOf(cell: Cell): [first: number, last: number] {
  // In a coarser cell the digits that are not used are all ones, which is more than any descendant has.
  const last = Number.parseInt(cell.slice(2, 6), 16)
  return [last & ~(8 ** (TOWN_RESOLUTION - cellResolution(cell)) - 1), last]
}

/** The first index whose value is not less. */
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
