import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { requireReadable } from '../storage/require-file.ts'
import { syncFile } from '../storage/sync-file.ts'
import { type RateTable, rateTableOf, readRateEntries } from './rate-table.ts'
import { BUILT_IN_RATES, refuseImplausibleRates, withBuiltInRates } from './rates.ts'

/** The file with the rates that an operator loaded. */
export function ratesFile(dataDir: string): string {
  return join(dataDir, 'service', 'rates.csv')
}

/** The rates that an operator loaded; null when there are none. */
export function loadedRates(dataDir: string): RateTable | null {
  const file = ratesFile(dataDir)
  try {
    return rateTableOf(readRateEntries(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The rates in force: built-in rates, overridden by those that an operator loaded. */
export function ratesInForce(dataDir: string): RateTable {
  const loaded = loadedRates(dataDir)
  return loaded ? withBuiltInRates(loaded) : BUILT_IN_RATES
}

/**
 * Loads a file of rates in place of the previous one, by one rename; throws on an invalid file, with line and value.
 */
export function loadRates(dataDir: string, file: string): RateTable {
  try {
    requireReadable(file)
    const entries = readRateEntries(readFileSync(file, 'utf8'))
    refuseImplausibleRates(entries)
    const table = rateTableOf(entries)
    const rows = entries.map(({ day, currency, perEuro }) => `${day},${currency},${perEuro}\n`)
    keep(dataDir, `date,currency,rate\n${[...new Set(rows)].sort().join('')}`)
    return table
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function keep(dataDir: string, text: string): void {
  makeFolder(join(dataDir, 'service'))
  const temporary = temporaryName(ratesFile(dataDir))
  try {
    writeFileSync(temporary, text)
    syncFile(temporary)
    renameSync(temporary, ratesFile(dataDir))
  } finally {
    rmSync(temporary, { force: true })
  }
}
