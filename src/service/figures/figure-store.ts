import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type AsOf, ageDays, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { type PublishedPeriod, periodsDir, publishedPeriods } from '../periods/period-folders.ts'
import { createPeriodPool } from '../periods/period-pool.ts'
import { openPeriod, type Period, PeriodGone } from './period.ts'

/** The published periods. */
export interface FigureStore {
  /** The newest published period whose label is not in the future, if it is at most 34 days old; otherwise null. */
  served(): Period | null
  /** The newest published period whose label is not in the future, of any age. */
  newest(): Period | null
  /** The oldest published label; null when nothing is published. */
  earliest(): AsOf | null
  /** All published labels that are not in the future, oldest first. */
  labels(): readonly AsOf[]
  /** Lends the period of a label while `use` runs; null when it is not published. */
  lend<T>(label: AsOf, use: (period: Period) => Promise<T>): Promise<T | null>
  close(): void
}

// How often the folder is read, at most.
const LOOK_EVERY_MS = 1_000
// Six years, more than a request spans: a request over more periods than stay open would reopen each of them.
const LENT_OPEN = 72

/** Reads DATA_DIR/service/periods and notices what is published or replaced while it runs. */
export function openFigureStore(dataDir: string, now: () => Date): FigureStore {
  const folder = periodsDir(dataDir)
  let published: readonly PublishedPeriod[] = []
  let open: Period | null = null
  // The previous period stays open, because a running request may still read it.
  let previous: Period | null = null
  const pool = createPeriodPool(openPeriod, LENT_OPEN)
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = () => {
    lookedAt = performance.now()
    published = publishedPeriods(folder).filter(({ as_of }) => ageDays(as_of, now()) >= 0)
  }
  const openNewest = () => {
    const last = published.at(-1)
    const version = last ? periodVersion(last) : null
    if (version === (open?.version ?? null)) return
    const opened = last && version ? openPeriod(last.dir, last.as_of, version) : null
    previous?.close()
    previous = open
    open = opened
  }
  const newest = () => {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return open
    look()
    try {
      openNewest()
    } catch (error) {
      if (!(error instanceof PeriodGone)) throw error
      look()
      openNewest()
    }
    return open
  }
  const lend = async <T>(label: AsOf, use: (period: Period) => Promise<T>) => {
    const held = published.find(({ as_of }) => as_of === label)
    return held ? pool.lend({ dir: held.dir, as_of: label, version: periodVersion(held) }, use) : null
  }

  return {
    newest,
    served() {
      const period = newest()
      return period && ageDays(period.as_of, now()) <= MAX_AS_OF_AGE_DAYS ? period : null
    },
    earliest() {
      newest()
      return published[0]?.as_of ?? null
    },
    labels() {
      newest()
      return published.map(({ as_of }) => as_of)
    },
    async lend(label, use) {
      newest()
      try {
        return await lend(label, use)
      } catch (error) {
        if (!(error instanceof PeriodGone)) throw error
        look()
        return lend(label, use)
      }
    },
    close() {
      pool.close()
      previous?.close()
      open?.close()
    },
  }
}

/** Distinguishes a period from a rebuilt one with the same label. */
function periodVersion({ dir }: PublishedPeriod): string {
  const stat = statSync(join(dir, 'figures.sqlite'), { throwIfNoEntry: false })
  if (!stat) throw new PeriodGone(`${dir} no longer exists`)
  return [dir, stat.ino, stat.mtimeMs, stat.size].join('-')
}
