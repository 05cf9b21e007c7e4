import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { z } from 'zod'
import { createFileFaults, type FaultLog } from '../../server/storage/file-faults.ts'
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
  /** Whether a file of listings, or the record of its import, could not be read the last time. */
  isDegraded(): boolean
}

const marketRows = z.array(z.object({ country: z.string(), sources: z.array(z.string()) }))

/**
 * Reads DATA_DIR/service/listings. Files never change, so each is read once. A file that cannot be read is logged once
 * and left out; where the record of an import cannot be read, its market is dated by the time of its file.
 */
export function openMarketStore(dataDir: string, log: FaultLog | null = null): MarketStore {
  const faults = createFileFaults(log)
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
      const { times, unreadable } = importTimes(dataDir)
      const found: Market[] = []
      const faulty = new Map(unreadable.map(({ file, error }) => [file, error]))
      for (const file of listingFiles(dataDir)) {
        try {
          found.push(...(await marketsIn(file, times)))
        } catch (error) {
          // An import can replace a file while this reads.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') faulty.set(file, error)
        }
      }
      for (const file of faults.files()) if (!faulty.has(file)) faults.end(file)
      for (const [file, error] of faulty) faults.begin(file, error)
      return mergeMarkets(found)
    },
    isDegraded: () => faults.files().length > 0,
  }
}

/** One market for each country, in the order of the alphabet. */
export function mergeMarkets(found: readonly Market[]): Market[] {
  const markets = new Map<string, Market>()
  for (const market of found) {
    const held = markets.get(market.country)
    markets.set(market.country, held ? merge(held, market) : market)
  }
  return [...markets.values()].sort((a, b) => (a.country < b.country ? -1 : 1))
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
