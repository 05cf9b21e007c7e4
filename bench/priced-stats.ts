// Measures /stats/current for a tile's cells under a price filter in USD, everything included, against the DuckDB query
// that computes the same figures, floors and pooling included. The query runs bare in this process on an open
// connection, with its text and parameters prepared beforehand.
//   npm run bench -- priced-stats
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { StatsResponse } from '../src/contract/service/stats/stats.ts'
import { DEFAULT_MIN_LISTINGS } from '../src/service/build/build-periods.ts'
import type { FactsQuery } from '../src/service/figures/facts-file.ts'
import { pricedQuery } from '../src/service/figures/priced-in-files.ts'
import { periodsDir, publishedPeriods } from '../src/service/periods/period-folders.ts'
import { ask, type Load, ROUND_HEADINGS, type Round, roundCells, sendLoad, statsPath } from './shared/load.ts'
import { cellsUnder, marketTiles, withMarkets } from './shared/market.ts'
import { type BenchService, startBenchService } from './shared/service.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'

const MARKET = { listings: 1_000_000, tiles: 50 }
const WARM_UP = { seconds: 1, requests: 300, connections: 1 }
const ROUNDS = 9
const SECONDS = 2
const PRICES = { min_price_usd: 100_000, max_price_usd: 400_000 }
const FILTER = { ad_sub_type: 'buy', property_type: null, rooms: null, ...PRICES }
const MOST_RATIO = 2

/** Measures and prints; returns the exit code, 1 when the service takes more than twice as long. */
export function main(): Promise<number> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    const service = await startBenchService(dataDir)
    const bare = await openBare(dataDir)
    try {
      return await compare(service, bare)
    } finally {
      await service.server.close()
    }
  })
}

async function compare(service: BenchService, bare: DuckDBConnection): Promise<number> {
  const tiles = marketTiles(MARKET.tiles).map(cellsUnder)
  const prices = Object.entries(PRICES).map(([name, value]) => `&${name}=${value}`)
  const load = { ...service, paths: tiles.map((cells) => statsPath(cells) + prices.join('')) }
  const floor = DEFAULT_MIN_LISTINGS[8]
  const queries = tiles.map((cells) => pricedQuery(FILTER, cells, { resolution: 8, floor }))
  await checkSameFigures(load, bare, queries)
  await sendLoad(load, WARM_UP)
  const rounds = await byTurns(
    {
      service: () => sendLoad(load, { seconds: SECONDS, connections: 1 }),
      bare: () => runQueries(bare, queries),
    },
    ROUNDS,
  )
  const ratios = rounds.service.map(({ latencies }, i) => median(latencies) / median(rounds.bare[i]?.latencies ?? []))
  printTable(
    ['', ...ROUND_HEADINGS, 'ratio of p50'],
    [
      ['service, over HTTP', ...roundCells(rounds.service), median(ratios).toFixed(2)],
      ['bare query, in process', ...roundCells(rounds.bare), '1.00'],
    ],
  )
  return median(ratios) <= MOST_RATIO ? 0 : 1
}

async function openBare(dataDir: string): Promise<DuckDBConnection> {
  const [period] = publishedPeriods(periodsDir(dataDir))
  const instance = await DuckDBInstance.create(join(period?.dir ?? '', 'facts.duckdb'), { access_mode: 'READ_ONLY' })
  return instance.connect()
}

async function runQuery(connection: DuckDBConnection, { sql, parameters, types }: FactsQuery) {
  return (await connection.runAndReadAll(sql, parameters, types)).getRows()
}

async function runQueries(connection: DuckDBConnection, queries: readonly FactsQuery[]): Promise<Round> {
  const latencies: number[] = []
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  while (performance.now() - began < SECONDS * 1000) {
    const from = performance.now()
    await runQuery(connection, queries[latencies.length % queries.length] as FactsQuery)
    latencies.push(performance.now() - from)
  }
  const perSecond = latencies.length / ((performance.now() - began) / 1000)
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond, cpuMs: (user + system) / 1000 / latencies.length, latencies }
}

async function checkSameFigures(load: Load, bare: DuckDBConnection, queries: readonly FactsQuery[]): Promise<void> {
  for (const [i, path] of load.paths.entries()) {
    const { stats } = JSON.parse(await ask(load, path)) as StatsResponse
    const rows = await runQuery(bare, queries[i] as FactsQuery)
    assert.deepEqual(
      stats.map((row) => [row.h3, row.estimated, row.listings, row.median_price, row.median_price_per_sqm]),
      rows.map(([cell, estimated, listings, price, perSqm]) => [String(cell), estimated, listings, price, perSqm]),
    )
  }
}
