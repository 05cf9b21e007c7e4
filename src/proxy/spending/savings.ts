import type { Logger } from 'pino'
import type { CountLedger } from '../ledger/ledger.ts'
import { dayOf } from './spending-rules.ts'

// Milliseconds.
const FLUSH = 10_000

/** Counts what the ledger saves: cells sent to viewers that had been paid for before. */
export interface Savings {
  add(cells: number): void
  /** Writes the count since the last flush to the ledger. */
  flush(): Promise<void>
  /** Writes the rest and stops counting. */
  close(): Promise<void>
}

/** Counts in memory and writes every ten seconds, because a write for each tile would cost more than the tile. */
export function createSavings({
  ledger,
  clock,
  log,
}: {
  ledger: CountLedger
  clock: () => Date
  log: Logger
}): Savings {
  let counted = 0
  const flush = async () => {
    const cells = counted
    if (cells === 0) return
    counted = 0
    await ledger.noteHeld(dayOf(clock()), cells).catch((err: unknown) => {
      counted += cells
      log.warn({ err }, 'the saved cells could not be counted in the ledger; trying again')
    })
  }
  const timer = setInterval(flush, FLUSH)
  timer.unref()
  return {
    add: (cells) => {
      counted += cells
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
