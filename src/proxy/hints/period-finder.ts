import type { Logger } from 'pino'
import type { ReceivedCoverage } from '../../contract/coverage.ts'
import type { ReceivedZone } from '../../contract/geo.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type AsOf, ageDays, asOfAt, MAX_AS_OF_AGE_DAYS, parseAsOf } from '../../domain/period.ts'
import type { LessonLedger, TileLedger } from '../ledger/ledger.ts'
import { refusalOfResult } from '../upstream/refusals.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { ReadCoverage } from './coverage-reader.ts'
import { createResolutionPeriods } from './resolution-periods.ts'

// Milliseconds.
const FRESH = 600_000
/** While no zone names a period, the first one may be published at any time. */
const FRESH_WITHOUT = 30_000
const FRESH_AFTER_FAULT = 5_000
// If the first hundred children of a dozen places name no period, a longer search is not worth the wait.
const MOST_LOOKS = 12

/** `isPresumed`: nobody has named it, and it may not be published. */
export type FoundPeriod = { kind: 'ok'; as_of: AsOf | null; isPresumed?: true } | { kind: 'failed'; refusal: Refusal }

/** Finds the period that the service serves, without a metered call. */
export interface PeriodFinder {
  /**
   * Returns null when neither the service nor the ledger names a period, and failed when the service did not answer
   * either. `held` is the newest period in the ledger: when it is new here, another proxy has found it, and this one
   * asks the service again.
   */
  current(held?: AsOf | null): Promise<FoundPeriod>
  /** The same for one resolution, which may be sold in another period than the one that zones name. */
  at(resolution: Resolution, held?: AsOf | null): Promise<FoundPeriod>
  /** Takes the period from a metered answer, whose word is newer than anything found before. */
  note(as_of: AsOf, resolution: Resolution): Promise<void>
  /** An answer under a presumed period was empty, so none is presumed for a while. */
  doubt(): void
  /** Forgets what was found, because the service has changed its periods. */
  lookAgain(): void
}

/**
 * Walks the place tree for a zone with a `current_period`, at most every ten minutes. A market without places has none;
 * its period is then the newest that `/coverage` names, if it names one, or the only one that can be: see `presumedPeriod`.
 */
export function createPeriodFinder(deps: {
  upstream: Upstream
  coverage?: ReadCoverage
  ledger: Pick<TileLedger, 'newestPeriod'> & LessonLedger
  log: Logger
  now: () => Date
  elapsed: () => number
}): PeriodFinder {
  let known: { until: number; period: Promise<FoundPeriod> } | null = null
  /** The one that zones name. */
  let walked: AsOf | null = null
  /** That one, or a later one of an answer. */
  let last: AsOf | null = null
  let newestHeld: AsOf | null = null
  let doubtedUntil = Number.NEGATIVE_INFINITY
  const ofResolutions = createResolutionPeriods(deps.ledger)

  const find = async (): Promise<FoundPeriod> => {
    const found = await orStated(await walkForPeriod(deps.upstream), deps.coverage)
    if (found.kind === 'ok' && found.as_of !== null) {
      walked = found.as_of
      last = found.as_of
      return found
    }
    if (found.kind === 'failed') deps.log.warn({ reason: found.refusal }, 'the current period could not be read')
    const fresh = found.kind === 'failed' ? FRESH_AFTER_FAULT : FRESH_WITHOUT
    if (known !== null) known = { ...known, until: deps.elapsed() + fresh }
    const held = newer(last, await deps.ledger.newestPeriod())
    if (held !== null && ageDays(held, deps.now()) <= MAX_AS_OF_AGE_DAYS) return { kind: 'ok', as_of: held }
    if (found.kind === 'failed' || deps.elapsed() < doubtedUntil) return found
    return presumedPeriod((await deps.coverage?.()) ?? null, deps.now())
  }
  const current = (held: AsOf | null = null): Promise<FoundPeriod> => {
    const isNews = newer(held, newer(newestHeld, last)) !== newer(newestHeld, last)
    newestHeld = newer(held, newestHeld)
    if (known === null || isNews || deps.elapsed() >= known.until) {
      known = { until: deps.elapsed() + FRESH, period: find() }
      known.period.catch(() => {
        known = null
      })
    }
    return known.period
  }
  return {
    current,
    at: async (resolution, held) => {
      const found = await current(held)
      if (found.kind !== 'ok' || found.as_of === null) return found
      return { ...found, as_of: await ofResolutions.of(resolution, found.as_of) }
    },
    doubt: () => {
      doubtedUntil = deps.elapsed() + FRESH
      known = null
    },
    lookAgain: () => {
      known = null
      walked = null
      last = null
    },
    note: async (as_of, resolution) => {
      await ofResolutions.note(
        resolution,
        as_of,
        [walked, last].filter((one) => one !== null),
      )
      // An earlier one is that of a resolution which is behind the others.
      if (last !== null && as_of <= last) return
      last = as_of
      known = { until: deps.elapsed() + FRESH, period: Promise.resolve({ kind: 'ok', as_of }) }
    },
  }
}

function newer(one: AsOf | null, other: AsOf | null): AsOf | null {
  return one === null || (other !== null && other > one) ? other : one
}

/** Searches breadth first from the countries down until a zone names a period. */
async function walkForPeriod(upstream: Upstream): Promise<FoundPeriod> {
  const queue: (string | null)[] = [null]
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const place = queue.shift()
    if (place === undefined) break
    const result = await upstream.children(place)
    if (result.kind !== 'ok') return { kind: 'failed', refusal: refusalOfResult(result) }
    const { results } = result.value
    const found = newestPeriod(results.filter((row) => row.kind === 'zone'))
    if (found !== null) return { kind: 'ok', as_of: found }
    queue.push(...results.filter(({ prices_available }) => prices_available).map(({ geo_id }) => geo_id))
  }
  return { kind: 'ok', as_of: null }
}

/** The period found, or that of a service that states where a map of its figures should open. */
async function orStated(found: FoundPeriod, coverage: ReadCoverage = async () => null): Promise<FoundPeriod> {
  if (found.kind !== 'ok' || found.as_of !== null) return found
  const stated = await coverage()
  if (!stated?.first_view) return found
  const labels = Object.keys(stated.revisions ?? {}).flatMap((label) => parseAsOf(label) ?? [])
  return { kind: 'ok', as_of: labels.sort().at(-1) ?? null }
}

/**
 * Where a market has listings but no names, no free endpoint need name a period, and yet its cells can be bought (interface,
 * section 3). A label is the first day of a month and at most 34 days old, so this month's is the likely one; the first
 * answer tells. A service that names revisions has named its periods.
 */
function presumedPeriod(coverage: ReceivedCoverage | null, now: Date): FoundPeriod {
  const isUnnamed =
    coverage?.countries.some((one) => one.prices_available === true && one.searchable === false) ?? false
  if (!isUnnamed || coverage?.revisions != null) return { kind: 'ok', as_of: null }
  return { kind: 'ok', as_of: asOfAt(now), isPresumed: true }
}

function newestPeriod(zones: readonly ReceivedZone[]): AsOf | null {
  const labels = zones.flatMap(({ current_period }) => parseAsOf(current_period ?? '') ?? [])
  return labels.sort().at(-1) ?? null
}
