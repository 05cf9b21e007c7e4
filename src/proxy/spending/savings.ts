import type { Logger } from 'pino'
import type { CountLedger } from '../ledger/ledger.ts'
import { dayOf } from './spending-caps.ts'

// Milliseconds.
const FLUSH = 10_000

/** Counts what the ledger saves: cells told to viewers that had been paid for before. */
export interface Savings {
  add(cells: number): void
  /** Writes what was counted since the last time to the ledger. */
  flush(): Promise<void>
  /** Writes the rest; counts nothing more. */
  close(): Promise<void>
}

/** Counts in memory and writes every ten seconds, since a write for each tile would cost more than the tile. */
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
      log.warn({ err }, 'what the ledger saved could not be written, and is tried again')
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
