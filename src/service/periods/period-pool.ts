import { LRUCache } from 'lru-cache'
import type { AsOf } from '../../domain/period.ts'

/** Periods that are opened when they are asked for, of which a bounded number stays open. */
export interface PeriodPool<Open extends OpenPeriod> {
  /**
   * Lends the period in a folder while `use` runs. One that is pushed out meanwhile, or was built anew under another
   * version, is closed when its last reader is done.
   */
  lend<T>(of: PeriodFolder, use: (period: Open) => Promise<T>): Promise<T>
  close(): void
}

export interface PeriodFolder {
  readonly dir: string
  readonly as_of: AsOf
  readonly version: string
}

/** What the pool knows of a period. */
interface OpenPeriod {
  readonly version: string
  close(): void
}

interface Lent<Open> {
  readonly period: Open
  readers: number
  pushedOut: boolean
}

/**
 * Keeps open at most `most` periods, those used last, and those being read. (libsql lets go of a closed file when the
 * statements on it are collected, so that handles can outnumber them for a moment.)
 */
export function createPeriodPool<Open extends OpenPeriod>(
  openPeriod: (dir: string, as_of: AsOf, version: string) => Open,
  most: number,
): PeriodPool<Open> {
  const closeUnread = (lent: Lent<Open>) => {
    if (lent.pushedOut && lent.readers === 0) lent.period.close()
  }
  const held = new LRUCache<AsOf, Lent<Open>>({
    max: most,
    dispose(lent) {
      lent.pushedOut = true
      closeUnread(lent)
    },
  })
  const open = ({ dir, as_of, version }: PeriodFolder): Lent<Open> => {
    const known = held.get(as_of)
    if (known?.period.version === version) return known
    const lent = { period: openPeriod(dir, as_of, version), readers: 0, pushedOut: false }
    held.set(as_of, lent)
    return lent
  }
  return {
    async lend(folder, use) {
      const lent = open(folder)
      lent.readers++
      try {
        return await use(lent.period)
      } finally {
        lent.readers--
        closeUnread(lent)
      }
    },
    close: () => held.clear(),
  }
}
