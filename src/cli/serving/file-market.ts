import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { forgetPeriods } from '../../proxy/ledger/opening/forget-periods.ts'
import { type BuiltPeriod, buildPeriods } from '../../service/build/build-periods.ts'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { keptSpans, readImportRuns } from '../../service/import/import-runs.ts'
import type { ImportOptions } from '../../service/import/reading/import-options.ts'
import type { ImportReport } from '../../service/import/reading/import-report.ts'
import { listingMonths } from '../../service/listings/listing-months.ts'
import { removeRuns } from '../../service/runs/remove-run.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { clockForData } from './data-clock.ts'
import { besideDemo, holdsDemo } from './demo-market.ts'
import { heldMethod } from './held-method.ts'
import { sayLeftOut } from './say-left-out.ts'

/** A market made from files: the settings to serve it with, and how it was built. */
export interface FileMarket {
  /** With the market's own folder, and the clock set to the end of its listings where they are old. */
  readonly settings: Environment
  readonly reports: readonly ImportReport[]
  /** The newest period; null when it was built before. */
  readonly built: BuiltPeriod | null
}

/**
 * The folder of a market of these files: DATA_DIR where it is set, else a folder of their own, so that they mix with
 * neither the demonstration nor other files.
 */
export function marketFolder({ dataDir, isDataDirSet }: Environment, files: readonly string[]): string {
  if (isDataDirSet) return dataDir
  const paths = files.map((file) => resolve(file)).sort()
  const name = basename(paths[0] ?? '')
    .replace(/\..*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const digest = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 6)
  return join(dataDir, 'maps', `${name || 'files'}-${digest}`)
}

/** Imports files, makes their places and builds the newest figures. */
export async function makeFileMarket(
  given: Environment,
  files: readonly string[],
  options: Partial<ImportOptions>,
): Promise<FileMarket> {
  const dataDir = marketFolder(given, files)
  const log = jsonLog(given.logLevel)
  const common = { dataDir, log, onProgress: showProgress }
  const now = clockOf(given)
  const reports = await importListings({ guessDate: true, ...options, ...common, files, now })
  if (!given.isDataDirSet) await removeOthers(dataDir, reports, now)
  if (holdsDemo(dataDir)) say(besideDemo(dataDir))
  await makePlaces({ dataDir, towns: 'missing', log })
  const settings = {
    ...given,
    dataDir,
    isDataDirSet: true,
    // The market of some files is a folder that can be thrown away.
    figuresUrl: null,
    meteringUrl: null,
    listingsUrl: null,
    fixedNow: given.fixedNow ?? (await dataClock(dataDir, now())),
  }
  const clock = clockOf(settings)
  const { built } = await buildPeriods({
    ...common,
    ...(await heldMethod(settings, clock)),
    now: clock,
    only: 'newest',
    announce: (labels) => forgetPeriods({ ...settings, log }, labels),
  })
  sayLeftOut(built)
  return { settings, reports, built: built[0] ?? null }
}

/** Takes back what earlier versions of the files had: the market is that of the files as they are. */
async function removeOthers(dataDir: string, reports: readonly ImportReport[], now: () => Date): Promise<void> {
  const current = new Set(reports.map(({ run }) => run))
  const read = () => readImportRuns(dataDir)
  const others = read().filter(({ id, removed_at }) => removed_at === null && !current.has(id))
  const ids = others.map(({ id }) => id)
  if (ids.length > 0) await removeRuns({ dataDir, ids, read, spansOf: keptSpans, now })
}

/** The instant to set the clock to, after printing it; null where the real time will do. */
async function dataClock(dataDir: string, now: Date): Promise<Date | null> {
  const clock = clockForData(await listingMonths(dataDir), now)
  if (clock === null) return null
  const month = clock.month.slice(0, 7)
  const day = clock.instant.toISOString().slice(0, 10)
  say(
    clock.isEarly
      ? `The listings are of ${month}, which is not over yet: the map shows them as on ${day}.`
      : `The listings end in ${month}: the map shows them as on ${day}.`,
  )
  return clock.instant
}
