import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AsOf } from '../domain/period.ts'
import { EMBEDDED_LEDGER_FILE } from './core/ledger-file.ts'
import { openSqliteLedger } from './io/sqlite-ledger.ts'

/**
 * Drops what is held of the embedded service's periods that were built anew. Another service's periods never change
 * once published; those of listings of one's own do when more listings are imported.
 */
export async function forgetPeriods(dataDir: string, periods: readonly AsOf[]): Promise<void> {
  const file = join(dataDir, 'proxy', EMBEDDED_LEDGER_FILE)
  if (periods.length === 0 || !existsSync(file)) return
  const ledger = openSqliteLedger(file)
  try {
    await ledger.forget(periods)
  } finally {
    await ledger.close()
  }
}
