import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { importTimes } from '../runs/run-store.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import { literalPath } from '../storage/literal-path.ts'
import listingFileMarketsSql from './listing-file-markets.sql?raw'
import { listingFiles } from './listing-store.ts'

/** A market, as read from its files of listings. */
export interface Market {
  /** Lower-case alpha-2. */
  readonly country: string
  /** When its newest file of listings was imported, as the import recorded it. */
  readonly importedAt: Date
  /** Whether any of its listings are made up. */
  readonly simulated: boolean
  /** The sources of its listings. */
  readonly sources: readonly string[]
}

const DEMO_SOURCE = 'demo'

/** The markets with listings, up to date at each call. */
export interface MarketStore {
  markets(): Promise<Market[]>
}

const marketRows = z.array(z.object({ country: z.string(), sources: z.array(z.string()) }))

/** Reads DATA_DIR/service/listings. Files never change, so each is read once. */
export function openMarketStore(dataDir: string): MarketStore {
  const read = new Map<string, Promise<Market[]>>()
  const marketsIn = (file: string, recorded: ReadonlyMap<string, Date>): Promise<Market[]> => {
    const { mtime, ino } = statSync(file)
    // Copies and backups change the time of a file. Only the demonstration, and files of earlier versions, have no record.
    const importedAt = recorded.get(basename(file)) ?? mtime
    const key = `${file} ${ino} ${mtime.getTime()} ${importedAt.getTime()}`
    const held = read.get(key) ?? readMarkets(file, importedAt)
    read.set(key, held)
    held.catch(() => read.delete(key))
    return held
  }
  return {
    async markets() {
      const markets = new Map<string, Market>()
      const recorded = importTimes(dataDir)
      const found = await Promise.all(listingFiles(dataDir).map((file) => marketsIn(file, recorded)))
      for (const market of found.flat()) {
        const held = markets.get(market.country)
        markets.set(market.country, held ? merge(held, market) : market)
      }
      return [...markets.values()].sort((a, b) => (a.country < b.country ? -1 : 1))
    },
  }
}

function merge(a: Market, b: Market): Market {
  const importedAt = new Date(Math.max(a.importedAt.getTime(), b.importedAt.getTime()))
  const sources = [...new Set([...a.sources, ...b.sources])].sort()
  return { country: a.country, importedAt, simulated: a.simulated || b.simulated, sources }
}

async function readMarkets(file: string, importedAt: Date): Promise<Market[]> {
  const instance = await DuckDBInstance.create(':memory:', { ...DUCK_SETTINGS, threads: '1' })
  try {
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(listingFileMarketsSql, { file: literalPath(file) })
    connection.closeSync()
    const rows = marketRows.parse(reader.getRowObjectsJS())
    return rows.map((row) => ({ ...row, importedAt, simulated: row.sources.includes(DEMO_SOURCE) }))
  } finally {
    instance.closeSync()
  }
}
