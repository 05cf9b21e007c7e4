import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { AsOf } from '../../../domain/period.ts'
import type { Ledger } from '../ledger.ts'
import { openRedisLedger } from '../redis/redis-ledger.ts'
import { openSqliteLedger } from '../sqlite/sqlite-ledger.ts'
import { EMBEDDED_LEDGER } from './ledger-file.ts'

/** Where the embedded service's ledger is: in Redis when `ledgerUrl` is given, else in a file in `dataDir`. */
export interface EmbeddedLedger {
  readonly dataDir: string
  readonly ledgerUrl: string | null
  readonly log: Logger
}

/**
 * Drops everything held of periods that the embedded service has rebuilt. Another service's published periods never
 * change; the embedded service's do when more listings are imported.
 */
export async function forgetPeriods(place: EmbeddedLedger, periods: readonly AsOf[]): Promise<void> {
  const ledger = periods.length === 0 ? null : await openEmbedded(place)
  if (ledger === null) return
  try {
    await ledger.forget(periods)
  } finally {
    await ledger.close()
  }
}

/** Null when there is no ledger yet. */
async function openEmbedded({ dataDir, ledgerUrl, log }: EmbeddedLedger): Promise<Ledger | null> {
  if (ledgerUrl !== null) return openRedisLedger({ url: ledgerUrl, name: EMBEDDED_LEDGER, log })
  const file = join(dataDir, 'proxy', `${EMBEDDED_LEDGER}.sqlite`)
  return existsSync(file) ? openSqliteLedger(file) : null
}
