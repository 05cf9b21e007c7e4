// Measures the throughput of /stats/current for lists of cells, everything included, against a bare node:http handler
// that reads the same figures as one SQLite range and stringifies the same rows to the same bytes.
//   npm run bench -- stats-current
import { join } from 'node:path'
import { cellToCenterChild } from 'h3-js'
import type { StatsResponse } from '../src/contract/service/stats/stats.ts'
import { type Cell, cellToDecimal, trustCell } from '../src/domain/cell.ts'
import { ask, type Load, ROUND_HEADINGS, roundCells, sendLoad, statsPath } from './shared/load.ts'
import { cellsUnder, marketTiles, withMarkets } from './shared/market.ts'
import { type Server, startServer } from './shared/program.ts'
import { type BenchService, startBenchService } from './shared/service.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'

const MARKET = { listings: 1_000_000, tiles: 50 }
// It takes several thousand requests until all code is compiled.
const WARM_UP = { seconds: 1, requests: 5_000, connections: 4 }
const ROUNDS = 9
const ROUND = { seconds: 2, connections: 4 }
/** Each call is for the cells of resolution 8 under one cell of these resolutions: a tile of 343, then 49 and 7. */
const PARENT_RESOLUTIONS = [5, 6, 7] as const
const LEAST_RATIO_OF_TILE = 0.5

/** Measures and prints; returns the exit code, 1 when whole tiles reach less than half the bare handler's throughput. */
export function main(): Promise<number> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    const service = await startBenchService(dataDir)
    const bare = await startBare(dataDir, service)
    try {
      return await compare(service, bare)
    } finally {
      await service.server.close()
      await bare.close()
    }
  })
}

async function startBare(dataDir: string, service: BenchService): Promise<Server> {
  const answer = await ask(service, statsPath(marketTiles(1).flatMap(cellsUnder)))
  const frame = JSON.parse(answer) as StatsResponse
  const folder = join(dataDir, 'service')
  const figuresFile = join(folder, 'periods', frame.as_of, 'figures.sqlite')
  return startServer('bare', { figuresFile, placesFile: join(folder, 'places.sqlite'), frame })
}

async function compare(service: BenchService, bare: Server): Promise<number> {
  const rows: string[][] = []
  let code = 0
  for (const resolution of PARENT_RESOLUTIONS) {
    const parents = marketTiles(MARKET.tiles).map((tile) => trustCell(cellToCenterChild(tile, resolution)))
    const lists = parents.map(cellsUnder)
    const ours = { ...service, paths: lists.map(statsPath) }
    const theirs = { server: bare, headers: {}, paths: lists.map(barePath) }
    await checkSameBytes(ours, theirs)
    for (const load of [ours, theirs]) await sendLoad(load, WARM_UP)
    const rounds = await byTurns({ ours: () => sendLoad(ours, ROUND), bare: () => sendLoad(theirs, ROUND) }, ROUNDS)
    const ratio = median(rounds.ours.map(({ perSecond }, i) => perSecond / (rounds.bare[i]?.perSecond ?? Number.NaN)))
    const name = `${lists[0]?.length} cells`
    rows.push([`${name}, service`, ...roundCells(rounds.ours), ratio.toFixed(2)])
    rows.push([`${name}, bare`, ...roundCells(rounds.bare), '1.00'])
    if (resolution === 5 && ratio < LEAST_RATIO_OF_TILE) code = 1
  }
  printTable(['', ...ROUND_HEADINGS, 'ratio'], rows)
  return code
}

async function checkSameBytes(ours: Load, bare: Load): Promise<void> {
  for (const [i, path] of ours.paths.entries()) {
    if ((await ask(ours, path)) !== (await ask(bare, bare.paths[i] ?? ''))) {
      throw new Error(`the bare handler's response to ${bare.paths[i]} differs from the service's`)
    }
  }
}

function barePath(cells: readonly Cell[]): string {
  return `/${[cells[0], cells.at(-1)].map((cell) => cellToDecimal(cell as Cell)).join('-')}`
}
