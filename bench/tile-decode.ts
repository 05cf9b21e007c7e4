// Measures how fast a figure tile is decoded, and its size, against the service's own rows of the same 343 cells as JSON.
//
//   npm run bench -- tile-decode
//
// Both are read from uncompressed bytes in one process, in turn; times are medians of the turns. "to figures"
// includes one object for every cell, as `JSON.parse` creates one for every row.
import { gzipSync } from 'node:zlib'
import { latLngToCell } from 'h3-js'
import { decodeTile, encodeTile } from '../src/contract/figure-tile.ts'
import { cellToDecimal, trustCell } from '../src/domain/cell.ts'
import { type FigureTile, figuresOf } from '../src/domain/figure.ts'
import { tileCells } from '../src/domain/tile.ts'

const TURNS = 40
const READS_PER_TURN = 50

/** Measures and prints. */
export function main(): number {
  const { tile, rows } = sampleTile()
  const json = JSON.stringify(rows)
  const bytes = encodeTile(tile)
  printTimes({
    'JSON.parse of the rows': () => JSON.parse(json),
    'the tile to columns': () => decodeTile(bytes),
    'the tile to figures': () => figuresOf(decodeTile(bytes)),
  })
  const empty = encodeTile({ ...tile, figures: tile.figures.map(() => null) })
  console.table({
    'rows as JSON': sizes(json, rows.length),
    'the tile': sizes(bytes, rows.length),
    'a tile without figures': sizes(empty, rows.length),
  })
  return 0
}

/** Returns a city's tile with figures in every cell, and the same as the service's rows. */
function sampleTile() {
  const parent = trustCell(latLngToCell(48.86, 2.34, 5))
  const figures = tileCells(parent).map((cell, index) => ({
    cell,
    estimated: index % 6 === 0,
    median_price: 238_000 + ((index * 7_919) % 612_000) + ((index * 37) % 100) / 100,
    median_price_per_sqm: 3_140 + ((index * 104_729) % 9_800) + ((index * 53) % 1_000) / 1_000,
    median_area: 32 + ((index * 31) % 900) / 10,
    name: `Quartier ${index % 20}`,
  }))
  const tile: FigureTile = { parent, figures }
  return { tile, rows: figures.map(({ cell, ...figure }) => ({ h3: cellToDecimal(cell), ...figure })) }
}

/** Compares all ways with the first one. */
function printTimes(ways: Record<string, () => unknown>): void {
  const times = Object.entries(ways).map(([name, read]) => ({ name, read, each: [] as number[] }))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { read, each } of times) {
      const started = performance.now()
      for (let i = 0; i < READS_PER_TURN; i++) read()
      each.push((performance.now() - started) / READS_PER_TURN)
    }
  }
  const medians = times.map(({ name, each }) => ({ name, ms: each.sort((a, b) => a - b)[TURNS >> 1] ?? Number.NaN }))
  const first = medians[0]?.ms ?? Number.NaN
  const rows = medians.map(({ name, ms }) => [
    name,
    { 'µs a tile': (ms * 1000).toFixed(1), 'times as fast': (first / ms).toFixed(1) },
  ])
  console.table(Object.fromEntries(rows))
}

function sizes(data: string | Uint8Array, cells: number) {
  const compressed = gzipSync(data, { level: 9 }).length
  return { bytes: data.length, compressed, 'compressed, a cell': (compressed / cells).toFixed(2) }
}
