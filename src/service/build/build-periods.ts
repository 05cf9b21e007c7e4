import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { type AsOf, addMonths, asOfAt, asOfRange, type Day, windowOf } from '../../domain/period.ts'
import { listingFiles } from '../listings/listing-store.ts'
import { ratesInForce } from '../rates/exchange-rates.ts'
import type { RateTable } from '../rates/rate-table.ts'
import { type Rates, ratesAt } from '../rates/rates.ts'
import { takenBackSpans } from '../runs/run-store.ts'
import { workAlone } from '../storage/work-lock.ts'
import type { BuildStore, ListingDay, OpenBuildStore } from './build-store.ts'
import { type Method, type MinListings, type Unrated, unratedText } from './computing/make-figures.ts'
import { LISTINGS_AT_ONCE } from './computing/portions.ts'
import { openFolderStore } from './folder-store.ts'
import { yearBefore } from './listing-span.ts'

/** Raise this when the computation of figures changes, so that periods are rebuilt. */
const METHOD_VERSION = 3

/** The default share: the least and the most expensive hundredth of a group are cut off. */
export const DEFAULT_TRIM_PCT = 0.01

/** Lower at 7 and 8, where cells are small. */
export const DEFAULT_MIN_LISTINGS: MinListings = { 4: 10, 5: 10, 6: 10, 7: 5, 8: 5 }

export interface BuildOptions {
  dataDir: string
  now: () => Date
  /** Share of listings cut off at each end of a group: 0.01 by default, 0 for none. */
  trimPct?: number | undefined
  /** Fewest listings per cell; missing resolutions keep the default. */
  minListings?: Partial<Record<Resolution, number>> | undefined
  /** Uses loaded exchange rates however old they are; by default only up to 35 days from their day. */
  ratesAnyAge?: boolean | undefined
  /**
   * `newest` builds only the newest complete period, a label only that period; `all`, the default, builds all: the
   * newest, then the same month a year earlier, from which changes are computed, then the others.
   */
  only?: 'newest' | 'all' | AsOf | undefined
  /** How many listings' figures are computed together, which bounds the memory: `LISTINGS_AT_ONCE` by default. */
  listingsAtOnce?: number | undefined
  /** Where figures are computed and published: in files of DATA_DIR by default. */
  openStore?: OpenBuildStore | undefined
  /** Brings the listings in DATA_DIR up to date with object storage; absent when they are only in DATA_DIR. */
  fetchListings?: (() => Promise<void>) | undefined
  /** Called with the published periods, including those that a killed build had published. */
  announce?: ((labels: readonly AsOf[]) => Promise<void>) | undefined
  log: Logger
  onProgress?: ((text: string) => void) | undefined
}

/** A period that was built. */
export interface BuiltPeriod {
  as_of: AsOf
  /** Listings in its three-month window, before the trim. */
  listings: number
  figures: number
  seconds: number
  /** Listings that it leaves out, because their currency has no exchange rate within reach. */
  left_out: readonly Unrated[]
}

/** The outcome of a build, in its order. */
export interface BuildReport {
  built: BuiltPeriod[]
  /** Published periods whose listings, rates and method have not changed. */
  unchanged: AsOf[]
  /** Published periods that have no listings any more, and therefore no figures. */
  withdrawn: AsOf[]
}

/**
 * Publishes every complete period that has listings, newest first, each in one step, and withdraws those that lost all
 * of their listings with an import. Waits for other work on the same DATA_DIR. Throws on a method out of range, and on
 * listings without an exchange rate.
 */
export async function buildPeriods(options: BuildOptions): Promise<BuildReport> {
  const method = checkMethod(options)
  const { dataDir, announce = async () => {}, onProgress: onWait, openStore = openFolderStore } = options
  return workAlone({ dataDir, task: 'build', onWait }, async () => {
    await options.fetchListings?.()
    const { log, listingsAtOnce = LISTINGS_AT_ONCE } = options
    const store = await openStore({ dataDir, files: listingFiles(dataDir), listingsAtOnce, log })
    try {
      return await buildAll(options, method, store)
    } finally {
      try {
        await store.announcePublished(announce)
        await store.removeReplaced()
      } finally {
        await store.close()
      }
    }
  })
}

async function buildAll(options: BuildOptions, method: Method, store: BuildStore): Promise<BuildReport> {
  const days = await store.days()
  const report: BuildReport = {
    built: [],
    unchanged: [],
    withdrawn: await withdrawWithoutListings(options, store, days),
  }
  await store.writeHeldCells(days)
  const rateTable = ratesInForce(options.dataDir)
  for (const asOf of wantedLabels(dueLabels(days, options.now()), options.only)) {
    const built = await buildPeriod(store, { asOf, days, method, rateTable, options })
    if (built) report.built.push(built)
    else report.unchanged.push(asOf)
  }
  return report
}

function checkMethod({ trimPct = DEFAULT_TRIM_PCT, minListings = {}, ratesAnyAge }: BuildOptions): Method {
  if (!(trimPct >= 0 && trimPct < 0.5))
    throw new Error(`trim ${trimPct} should be a share from 0 to below 0.5, such as 0.01`)
  const floors = { ...DEFAULT_MIN_LISTINGS }
  for (const resolution of RESOLUTIONS) {
    const floor = minListings[resolution] ?? floors[resolution]
    if (!Number.isInteger(floor) || floor < 1) {
      throw new Error(`fewest listings ${floor} at resolution ${resolution} should be a whole number from 1`)
    }
    floors[resolution] = floor
  }
  return { trimPct, minListings: floors, ...(ratesAnyAge && { ratesAnyAge }) }
}

/** The labels of complete windows with listings, newest first; the newest is that of the last listing's month. */
function dueLabels(days: readonly ListingDay[], now: Date): AsOf[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const labelAfter = ({ day }: ListingDay) => addMonths(asOfAt(new Date(day)), 1)
  const newest = [labelAfter(last), asOfAt(now)].sort()[0] as AsOf
  return asOfRange(labelAfter(first), newest)
    .filter((label) => hasListings(days, label))
    .reverse()
}

/** Throws when a single requested label has no listings, or its month is not over. */
function wantedLabels(due: readonly AsOf[], only: BuildOptions['only'] = 'all'): AsOf[] {
  const [newest] = due
  if (newest === undefined) return []
  if (only === 'newest') return [newest]
  const yearBefore = addMonths(newest, -12)
  if (only === 'all') return [newest, ...due.filter((each) => each === yearBefore), ...due.slice(1)].filter(isFirst)
  if (due.includes(only)) return [only]
  throw new Error(`expected a complete month with listings, from ${due.at(-1)} to ${newest}, found ${only}`)
}

function isFirst<T>(each: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(each) === index
}

function hasListings(days: readonly ListingDay[], label: AsOf): boolean {
  return daysBetween(days, addMonths(label, -3), label).length > 0
}

/**
 * Withdraws the published periods that lost all of their listings when imports were taken back; returns their labels,
 * newest first. Periods whose listings are missing for another reason, such as a backup without them, stay.
 */
async function withdrawWithoutListings(
  { dataDir, log }: BuildOptions,
  store: BuildStore,
  days: readonly ListingDay[],
): Promise<AsOf[]> {
  const { spans, unreadable } = takenBackSpans(dataDir)
  for (const { file, error } of unreadable) log.error({ file, err: error }, 'a file cannot be read')
  const isTakenBack = (label: AsOf) =>
    spans.some(({ first_day, last_day }) => last_day >= addMonths(label, -3) && first_day < label)
  const empty = (await store.publishedLabels()).filter((label) => isTakenBack(label) && !hasListings(days, label))
  for (const label of empty) await store.withdraw(label)
  return empty.reverse()
}

function daysBetween(days: readonly ListingDay[], from: Day, before: Day): ListingDay[] {
  return days.filter(({ day }) => day >= from && day < before)
}

async function buildPeriod(
  store: BuildStore,
  {
    asOf,
    days,
    method,
    rateTable,
    options,
  }: {
    asOf: AsOf
    days: readonly ListingDay[]
    method: Method
    rateTable: RateTable
    options: BuildOptions
  },
): Promise<BuiltPeriod | null> {
  const rates = ratesAt(windowOf(asOf, 8).end, rateTable, { anyAge: method.ratesAnyAge ?? false })
  const fingerprint = fingerprintOf(asOf, days, method, rates)
  if ((await store.publishedFingerprint(asOf)) === fingerprint) return null
  options.onProgress?.(`building ${asOf}`)
  const started = performance.now()
  const { left_out, first_view } = await store.make({ asOf, rates, method })
  // A caller with `onProgress` prints the report's `left_out` itself.
  if (left_out.length > 0 && !options.onProgress)
    options.log.warn({ as_of: asOf, left_out }, unratedText(asOf, left_out))
  const listings = daysBetween(days, addMonths(asOf, -3), asOf).reduce((sum, day) => sum + day.listings, 0)
  const meta = {
    as_of: asOf,
    trim_pct: method.trimPct,
    min_listings_by_res: method.minListings,
    ...rates,
    ...(method.ratesAnyAge && { rates_any_age: true }),
    listings,
    first_view,
    built_at: options.now().toISOString(),
    fingerprint,
  }
  const figures = await store.publish(asOf, meta)
  const built = { as_of: asOf, listings, figures, seconds: (performance.now() - started) / 1000, left_out }
  options.log.info(built, 'period built')
  return built
}

/**
 * Changes with anything that the period's figures depend on, and with the countries of its last year, which `/coverage`
 * states. Listings before the window count only by their country: a corrected month must not give later periods a new
 * revision, because proxies would buy the same figures again.
 */
function fingerprintOf(asOf: AsOf, days: readonly ListingDay[], method: Method, rates: Rates): string {
  const lastYear = daysBetween(days, yearBefore(asOf).start, asOf)
  const countries = [...new Set(lastYear.flatMap((day) => day.countries))].sort()
  const inputs = [METHOD_VERSION, asOf, method, rates, daysBetween(days, addMonths(asOf, -3), asOf), countries]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}
