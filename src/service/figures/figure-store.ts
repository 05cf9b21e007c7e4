import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type AsOf, ageDays, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { type PublishedPeriod, periodsDir, publishedPeriods } from '../periods/period-folders.ts'
import { createPeriodPool } from '../periods/period-pool.ts'
import { openPeriod, type Period, PeriodGone } from './period.ts'

/** The published periods. */
export interface FigureStore {
  /** The newest published period that is due and at most 34 days old; null when there is none such. */
  served(): Period | null
  /** The newest published period that is due, of whatever age. */
  newest(): Period | null
  /** The oldest published label; null when nothing is published. */
  earliest(): AsOf | null
  /** Every published label that is due, oldest first. */
  labels(): readonly AsOf[]
  /** Lends the period of a label while `use` runs; null when it is not published. */
  lend<T>(label: AsOf, use: (period: Period) => Promise<T>): Promise<T | null>
  close(): void
}

// How long a look at the folder is good for.
const LOOK_EVERY_MS = 1_000
// Six years: more than a request spans, since one that goes through more periods than stay open opens each anew.
const LENT_OPEN = 72

/** Reads DATA_DIR/service/periods and notices what is published or replaced while it runs. */
export function openFigureStore(dataDir: string, now: () => Date): FigureStore {
  const folder = periodsDir(dataDir)
  let published: readonly PublishedPeriod[] = []
  let open: Period | null = null
  // The period before stays open, since an answer in the making may still read it.
  let before: Period | null = null
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
    before?.close()
    before = open
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
      before?.close()
      open?.close()
    },
  }
}

/** Tells a period from one that was built anew under its label. */
function periodVersion({ dir }: PublishedPeriod): string {
  const stat = statSync(join(dir, 'figures.sqlite'), { throwIfNoEntry: false })
  if (!stat) throw new PeriodGone(`${dir} is not there`)
  return [dir, stat.ino, stat.mtimeMs, stat.size].join('-')
}
