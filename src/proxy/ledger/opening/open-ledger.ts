import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger.ts'
import { openRedisLedger } from '../redis/redis-ledger.ts'
import { type LedgerOf, ledgerFile, ledgerName } from './ledger-file.ts'
import { openLedgerInFile } from './ledger-in-file.ts'
import { rememberAnswers } from './ledger-memory.ts'

/** Where a service's ledger is: in Redis when `ledgerUrl` is given, else in a file in `dataDir`. */
export interface LedgerPlace extends LedgerOf {
  readonly dataDir: string
  readonly ledgerUrl?: string | null
  readonly log: Logger
}

/** Opens the ledger of a service; rejects when the store cannot be reached. */
export async function openLedger({ dataDir, ledgerUrl = null, log, ...of }: LedgerPlace): Promise<Ledger> {
  const ledger = rememberAnswers(
    ledgerUrl === null
      ? openLedgerInFile(join(dataDir, 'proxy', ledgerFile(of)), log)
      : await openRedisLedger({ url: ledgerUrl, name: ledgerName(of), log }),
  )
  // Gives the memory a first result for both.
  await Promise.all([ledger.generation(), ledger.totals()])
  return ledger
}
