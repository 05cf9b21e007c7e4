import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { AsOf } from '../../domain/period.ts'
import type { Ledger } from './ledger.ts'
import { EMBEDDED_LEDGER } from './ledger-file.ts'
import { openRedisLedger } from './redis-ledger.ts'
import { openSqliteLedger } from './sqlite-ledger.ts'

/** Where the embedded service's ledger is: in Redis where an address of one is given, else in a file of `dataDir`. */
export interface EmbeddedLedger {
  readonly dataDir: string
  readonly ledgerUrl: string | null
  readonly log: Logger
}

/**
 * Drops what is held of the embedded service's periods that were built anew. Another service's periods never change
 * once published; those of listings of one's own do when more listings are imported.
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

/** Null where there is none yet. */
async function openEmbedded({ dataDir, ledgerUrl, log }: EmbeddedLedger): Promise<Ledger | null> {
  if (ledgerUrl !== null) return openRedisLedger({ url: ledgerUrl, name: EMBEDDED_LEDGER, log })
  const file = join(dataDir, 'proxy', `${EMBEDDED_LEDGER}.sqlite`)
  return existsSync(file) ? openSqliteLedger(file) : null
}
