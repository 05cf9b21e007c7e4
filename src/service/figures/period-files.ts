import { join } from 'node:path'
import type { AsOf } from '../../domain/period.ts'
import { createFileFaults, type FaultLog, isFileFault } from '../../server/storage/file-faults.ts'
import { FIGURES_FILE, type PublishedPeriod } from '../periods/period-folders.ts'
import { FiguresUnreadable, type FilePeriod, openPeriod, type Period, PeriodGone } from './period.ts'

/** Opens the files of periods, and knows those that cannot be read. Each fault is logged once. */
export interface PeriodFiles {
  /** Returns an open period; null when this version of it cannot be read, which is tried once. */
  open(published: Pick<PublishedPeriod, 'dir' | 'as_of'>, version: string): Period | null
  /** Opens a period to be lent; throws `FiguresUnreadable` when its file cannot be read. */
  lend(dir: string, as_of: AsOf, version: string): Period
  /** True while a file cannot be read. */
  isDegraded(): boolean
}

/** `onLost` is called when an open period turns out to be unreadable. */
export function createPeriodFiles(log: FaultLog | null, onLost: (version: string) => void): PeriodFiles {
  const faults = createFileFaults(log)
  /** The versions of periods that could not be read. */
  const unreadable = new Set<string>()
  /** Gives a period up once its file turns out to be unreadable. */
  const watched = (period: FilePeriod): FilePeriod => {
    const read = <T>(work: () => T): T => {
      try {
        return work()
      } catch (error) {
        if (!isFileFault(error)) throw error
        unreadable.add(period.version)
        faults.begin(period.figuresFile, error)
        onLost(period.version)
        throw new FiguresUnreadable(`${period.figuresFile} cannot be read`, { cause: error })
      }
    }
    const { version, as_of, revision, meta, figuresFile, facts, propertyTypes } = period
    return {
      ...{ version, as_of, revision, meta, figuresFile, facts, propertyTypes },
      get countries() {
        return read(() => period.countries)
      },
      listingCountries: (cells) => read(() => period.listingCountries(cells)),
      figures: (filter, cells) => read(() => period.figures(filter, cells)),
      close: () => period.close(),
    }
  }
  const openFile = (dir: string, as_of: AsOf, version: string): FilePeriod => {
    const period = watched(openPeriod(dir, as_of, version))
    faults.end(join(dir, FIGURES_FILE))
    return period
  }
  return {
    open: ({ dir, as_of }, version) => {
      if (unreadable.has(version)) return null
      try {
        return openFile(dir, as_of, version)
      } catch (error) {
        if (error instanceof PeriodGone) throw error
        unreadable.add(version)
        faults.begin(join(dir, FIGURES_FILE), error)
        return null
      }
    },
    lend: (dir, as_of, version) => {
      try {
        return openFile(dir, as_of, version)
      } catch (error) {
        if (!isFileFault(error)) throw error
        const file = join(dir, FIGURES_FILE)
        faults.begin(file, error)
        throw new FiguresUnreadable(`${file} cannot be read`, { cause: error })
      }
    },
    isDegraded: () => faults.files().length > 0,
  }
}
