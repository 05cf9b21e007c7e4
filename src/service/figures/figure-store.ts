import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type AsOf, ageDays, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import type { FaultLog } from '../../server/storage/file-faults.ts'
import {
  FIGURES_FILE,
  isWithdrawn,
  newestRevisions,
  type PublishedPeriod,
  periodsDir,
  revisionName,
} from '../periods/period-folders.ts'
import { createPeriodPool } from '../periods/period-pool.ts'
import { FiguresUnreadable, type Period, PeriodGone } from './period.ts'
import { createPeriodFiles } from './period-files.ts'

/**
 * The published periods. While the newest cannot be read, the one before it stands in, and when none can, methods throw
 * `FiguresUnreadable`.
 */
export interface FigureStore {
  /** The newest published period whose label is not in the future, if it is at most 34 days old; otherwise null. */
  served(): Period | null
  /** The newest published period whose label is not in the future, of any age. */
  newest(): Period | null
  /** The oldest published label; null when nothing is published. */
  earliest(): AsOf | null
  /** All published labels that are not in the future, oldest first. */
  labels(): readonly AsOf[]
  /** The revision of each label that is not in the future, with those that were withdrawn, oldest first. */
  revisions(): ReadonlyMap<AsOf, string>
  /** Lends the period of a label while `use` runs; null when it is not published. */
  lend<T>(label: AsOf, use: (period: Period) => Promise<T>): Promise<T | null>
  /** True while a period cannot be read. */
  isDegraded(): boolean
  close(): void
}

// How often the folder is read, at most.
const LOOK_EVERY_MS = 1_000
// Six years, more than a request spans: a request over more periods than stay open would reopen each of them.
const LENT_OPEN = 72

/**
 * Reads DATA_DIR/service/periods and notices what is published or replaced while it runs. A file that cannot be read is
 * logged once, and tried again when it changes.
 */
export function openFigureStore(dataDir: string, now: () => Date, log: FaultLog | null = null): FigureStore {
  const files = createPeriodFiles(log, (version) => {
    if (open?.version === version) lookedAt = Number.NEGATIVE_INFINITY
  })
  const folder = periodsDir(dataDir)
  let newestFolders: readonly PublishedPeriod[] = []
  let published: readonly PublishedPeriod[] = []
  let revisions: ReadonlyMap<AsOf, string> | null = null
  let open: Period | null = null
  // The previous period stays open, because a running request may still read it.
  let previous: Period | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = () => {
    lookedAt = performance.now()
    revisions = null
    newestFolders = newestRevisions(folder).filter(({ as_of }) => ageDays(as_of, now()) >= 0)
    published = newestFolders.filter(({ dir }) => !isWithdrawn(dir))
  }
  const use = (opened: Period | null) => {
    if (opened?.version === open?.version) return
    previous?.close()
    previous = open
    open = opened
  }
  const openNewest = () => {
    for (const candidate of published.toReversed()) {
      const version = periodVersion(candidate)
      if (version === open?.version) return
      const period = files.open(candidate, version)
      if (period !== null) return use(period)
    }
    use(null)
  }
  const newest = () => {
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      look()
      try {
        openNewest()
      } catch (error) {
        if (!(error instanceof PeriodGone)) throw error
        look()
        openNewest()
      }
    }
    if (open === null && published.length > 0) throw new FiguresUnreadable('no published period can be read')
    return open
  }
  const pool = createPeriodPool(files.lend, LENT_OPEN)
  const isFresh = (as_of: AsOf) => ageDays(as_of, now()) <= MAX_AS_OF_AGE_DAYS
  const lend = async <T>(label: AsOf, use: (period: Period) => Promise<T>) => {
    const held = published.find(({ as_of }) => as_of === label)
    return held ? pool.lend({ dir: held.dir, as_of: label, version: periodVersion(held) }, use) : null
  }

  return {
    newest,
    served() {
      const period = newest()
      if (period && isFresh(period.as_of)) return period
      const last = published.at(-1)
      // Not the same as having no period: the response would be empty, and charged.
      if (last && isFresh(last.as_of)) throw new FiguresUnreadable(`${last.dir} cannot be read`)
      return null
    },
    earliest() {
      newest()
      return published[0]?.as_of ?? null
    },
    labels() {
      newest()
      return published.map(({ as_of }) => as_of)
    },
    revisions() {
      newest()
      // Of the folders that figures are read from: a revision that is named is one that is served.
      revisions ??= new Map(
        newestFolders.flatMap(({ as_of, dir }) => {
          const name = revisionName(dir)
          return name === null ? [] : [[as_of, name] as const]
        }),
      )
      return revisions
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
    isDegraded: files.isDegraded,
    close() {
      pool.close()
      previous?.close()
      open?.close()
    },
  }
}

/** Distinguishes a period from a rebuilt one with the same label. */
function periodVersion({ dir }: PublishedPeriod): string {
  const stat = statSync(join(dir, FIGURES_FILE), { throwIfNoEntry: false })
  if (!stat) throw new PeriodGone(`${dir} no longer exists`)
  return [dir, stat.ino, stat.mtimeMs, stat.size].join('-')
}
