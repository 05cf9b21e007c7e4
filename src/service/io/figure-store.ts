import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type AsOf, ageDays, MAX_AS_OF_AGE_DAYS, parseAsOf } from '../../domain/period.ts'
import { openPeriod, type Period } from './period.ts'

/** The published periods. */
export interface FigureStore {
  /** The newest published period that is due and at most 34 days old; null when there is none such. */
  served(): Period | null
  /** The newest published period that is due, of whatever age. */
  newest(): Period | null
  /** The oldest published label; null when nothing is published. */
  earliest(): AsOf | null
  close(): void
}

// How long a look at the folder is good for.
const LOOK_EVERY_MS = 1_000

/** Reads DATA_DIR/service/periods and notices what is published or replaced while it runs. */
export function openFigureStore(dataDir: string, now: () => Date): FigureStore {
  const folder = join(dataDir, 'service', 'periods')
  let labels: readonly AsOf[] = []
  let open: Period | null = null
  // The period before stays open, since an answer in the making may still read it.
  let before: Period | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  const newest = () => {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return open
    lookedAt = performance.now()
    labels = publishedLabels(folder).filter((label) => ageDays(label, now()) >= 0)
    const label = labels.at(-1)
    const version = label ? periodVersion(join(folder, label)) : null
    if (version !== (open?.version ?? null)) {
      before?.close()
      before = open
      open = label && version ? openPeriod(join(folder, label), label, version) : null
    }
    return open
  }

  return {
    newest,
    served() {
      const period = newest()
      return period && ageDays(period.as_of, now()) <= MAX_AS_OF_AGE_DAYS ? period : null
    },
    earliest() {
      newest()
      return labels[0] ?? null
    },
    close() {
      before?.close()
      open?.close()
    },
  }
}

function publishedLabels(folder: string): AsOf[] {
  try {
    const labels = readdirSync(folder).map(parseAsOf)
    return labels.filter((label) => label !== null).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Tells a period from one that was built anew under its label; null when it is gone. */
function periodVersion(dir: string): string | null {
  const stat = statSync(join(dir, 'figures.sqlite'), { throwIfNoEntry: false })
  return stat ? [dir, stat.ino, stat.mtimeMs, stat.size].join('-') : null
}
