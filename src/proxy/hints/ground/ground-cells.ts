import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Cell, cellResolution } from '../../../domain/cell.ts'

/** Resolution of the cells that are marked with countries. */
export const GROUND_RESOLUTION = 3

/** A record has a cell's bits and a country's two letters, 16 bits each. */
const RECORD_BYTES = 4

/** Where all countries are, by lower-case alpha-2 code: their land, and what is within about 100 km of their towns. */
export interface GroundCells {
  /** True when the country's location is known. */
  isPlaced(country: string): boolean
  /** Returns the countries with ground in a cell of resolution 1 to 3. */
  countriesIn(cell: Cell): ReadonlySet<string>
}

/** Reads the table that `scripts/land/ground-cells.js` makes; takes a few milliseconds. */
export async function readGroundCells(): Promise<GroundCells> {
  const table = await readFile(createRequire(import.meta.url).resolve('#data/ground-cells.bin'))
  const size = table.length / RECORD_BYTES
  const cellAt = (index: number) => table.readUInt16BE(RECORD_BYTES * index)
  const lettersAt = (index: number) => table.readUInt16BE(RECORD_BYTES * index + 2)
  const letters = new Set<number>()
  for (let i = 0; i < size; i++) letters.add(lettersAt(i))
  const placed = new Set([...letters].map(countryOf))
  return {
    isPlaced: (country) => placed.has(country),
    countriesIn(cell) {
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
  return [last & ~(8 ** (GROUND_RESOLUTION - cellResolution(cell)) - 1), last]
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
