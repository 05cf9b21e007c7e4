import { LRUCache } from 'lru-cache'
import type { AsOf } from '../../domain/period.ts'

/** Opens periods on demand and keeps a limited number of them open. */
export interface PeriodPool<Open extends OpenPeriod> {
  /**
   * Lends the period in a folder while `use` runs. A period that is evicted, or replaced by another version, is closed
   * when its last reader is done.
   */
  lend<T>(of: PeriodFolder, use: (period: Open) => Promise<T>): Promise<T>
  close(): void
}

export interface PeriodFolder {
  readonly dir: string
  readonly as_of: AsOf
  readonly version: string
}

/** What the pool needs of a period. */
interface OpenPeriod {
  readonly version: string
  close(): void
}

interface Lent<Open> {
  readonly period: Open
  readers: number
  evicted: boolean
}

/**
 * Keeps the `most` most recently used periods open, and those being read. (libsql releases a closed file only when its
 * statements are garbage-collected, so for a moment there can be more file handles.)
 */
export function createPeriodPool<Open extends OpenPeriod>(
  openPeriod: (dir: string, as_of: AsOf, version: string) => Open,
  most: number,
): PeriodPool<Open> {
  const closeUnread = (lent: Lent<Open>) => {
    if (lent.evicted && lent.readers === 0) lent.period.close()
  }
  const held = new LRUCache<AsOf, Lent<Open>>({
    max: most,
    dispose(lent) {
      lent.evicted = true
      closeUnread(lent)
    },
  })
  const open = ({ dir, as_of, version }: PeriodFolder): Lent<Open> => {
    const known = held.get(as_of)
    if (known?.period.version === version) return known
    const lent = { period: openPeriod(dir, as_of, version), readers: 0, evicted: false }
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
