import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIGINT, DOUBLE, INTEGER } from '@duckdb/node-api'
import { cellToChildren, latLngToCell } from 'h3-js'
import { type Cell, cellToBigInt, trustCell } from '../../src/domain/cell.ts'
import { cellCenter, cellsAround } from '../../src/domain/distance.ts'
import { publishListingFile, temporaryListingFile } from '../../src/service/listings/listing-store.ts'
import { openDuckSession } from '../../src/service/storage/duck-session.ts'
import { writeZones } from '../../src/service/zones/zone-writer.ts'
import marketSql from './market.sql?raw'
import { runToEnd } from './program.ts'

/** Today in an invented market. */
export const MARKET_NOW = '2026-11-10T12:00:00Z'

// Fourteen months, as in a service that has run for a year; the newest period has three of them.
const FIRST_DAY = '2025-09-01'
const DAYS = 426
// Between two coarse cells, so that it can be divided among shards.
const CENTRE = trustCell(latLngToCell(47.33, 1.61, 5))
// The nth random number from 0 up to 1 for listing i, always the same.
const DRAW = 'CREATE MACRO draw(i, n) AS ((hash(i * 16 + n) >> 11)::DOUBLE / (1::BIGINT << 53))'

/** The number of listings and of tiles; a tile is the 343 cells of resolution 8 under one of resolution 5. */
export interface MarketSize {
  readonly listings: number
  readonly tiles: number
}

/** Returns a market's tiles from its centre outward, so that a larger market starts with the tiles of a smaller one. */
export function marketTiles(tiles: number): Cell[] {
  let rings = 0
  while (1 + 3 * rings * (rings + 1) < tiles) rings++
  return cellsAround(CENTRE, rings).slice(0, tiles)
}

/** Returns the cells of resolution 8 under a coarser cell, ascending. */
export function cellsUnder(parent: Cell): Cell[] {
  return cellToChildren(parent, 8).map(trustCell).sort()
}

/** Makes and builds markets in separate folders, and removes them at the end. */
export function withMarkets<Result>(
  sizes: readonly MarketSize[],
  use: (dataDirs: readonly string[]) => Promise<Result>,
): Promise<Result> {
  return withUnbuiltMarkets(sizes, async (dataDirs) => {
    for (const [i, dataDir] of dataDirs.entries()) {
      const started = performance.now()
      await runToEnd('build-newest', { dataDir, now: MARKET_NOW })
      const seconds = (performance.now() - started) / 1000
      console.log(`${sizes[i] ? marketName(sizes[i]) : ''}, built in ${seconds.toFixed(0)} s`)
    }
    return use(dataDirs)
  })
}

/** Makes markets without a period in separate folders, and removes them at the end. */
export async function withUnbuiltMarkets<Result>(
  sizes: readonly MarketSize[],
  use: (dataDirs: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  try {
    const dataDirs: string[] = []
    for (const [i, size] of sizes.entries()) {
      const dataDir = join(folder, String(i))
      await makeMarket(dataDir, size)
      dataDirs.push(dataDir)
    }
    return await use(dataDirs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a market's name for a table. */
export function marketName({ listings, tiles }: MarketSize): string {
  return `${listings.toLocaleString('en')} listings over ${(tiles * 343).toLocaleString('en')} cells`
}

/** Fills DATA_DIR with an invented market of fourteen months, and names each tile as a town. */
async function makeMarket(dataDir: string, { listings, tiles }: MarketSize): Promise<void> {
  const towns = marketTiles(tiles).map((tile) => ({ tile, cells: cellsUnder(tile) }))
  const session = await openDuckSession({ spillDir: join(dataDir, 'spill'), memoryLimit: '2GB' })
  const temporary = temporaryListingFile(dataDir, 'bench')
  try {
    await session.run('CREATE TABLE spot (tile INTEGER, place INTEGER, cell BIGINT, lat DOUBLE, lng DOUBLE)')
    const spots = await session.append('spot', [INTEGER, INTEGER, BIGINT, DOUBLE, DOUBLE])
    for (const [tile, { cells }] of towns.entries()) {
      for (const [place, cell] of cells.entries()) {
        const { lat, lng } = cellCenter(cell)
        spots.add([tile, place, cellToBigInt(cell), lat, lng])
      }
    }
    spots.close()
    await session.run(DRAW)
    await session.run(marketSql, { file: temporary, listings, tiles, first_day: FIRST_DAY, days: DAYS })
    publishListingFile(dataDir, temporary, 'bench')
  } finally {
    session.close()
    rmSync(temporary, { force: true })
  }
  nameTowns(dataDir, towns)
}

function nameTowns(dataDir: string, towns: readonly { tile: Cell; cells: readonly Cell[] }[]): void {
  writeZones(dataDir, (writer) => {
    writer.putCountry('fr', 'bench')
    for (const [i, { tile, cells }] of towns.entries()) {
      const geo_id = `town-${i}`
      const row = { geo_id, parent: 'fr', name: `Town ${i}`, country: 'fr', h3_res: 8, source: 'bench' }
      writer.putZone({ ...row, level: 'city', ...cellCenter(tile) })
      writer.addCells(geo_id, cells)
    }
  })
}
