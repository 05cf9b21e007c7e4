import type { Logger } from 'pino'
import type { Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import { type AsOf, ageDays, MAX_AS_OF_AGE_DAYS } from '../../../domain/period.ts'
import { within } from '../../../server/work/within.ts'
import type { LessonLedger, TileLedger } from '../../ledger/ledger.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { ReadCoverage } from '../stated/coverage-reader.ts'
import { EarlierPeriod } from './earlier-period.ts'
import { createPeriodWalk, type WalkedPeriod } from './period-walk.ts'
import { createResolutionPeriods, type TileKind } from './resolution-periods.ts'
import { orStated, presumedPeriod } from './stated-period.ts'

// Milliseconds.
const FRESH = 600_000
/** While no zone names a period, the first one may be published at any time. */
const FRESH_WITHOUT = 30_000
/** After a fault, or while there are places left to ask for. */
const FRESH_SHORTLY = 5_000
/** After some rounds without a period, each pause is twice as long. */
const QUICK_ROUNDS = 2
const LONGEST_SHORTLY = 60_000
/** A service may take seconds for each of many places. Until it has answered, what was known before has to do. */
const LONGEST_WAIT = 2_500

/**
 * `isPresumed`: nobody has named it, and it may not be published. `isLookedFor`: none is known yet, and the search goes
 * on.
 */
export type FoundPeriod =
  | { kind: 'ok'; as_of: AsOf | null; isPresumed?: true; isLookedFor?: true }
  | { kind: 'failed'; refusal: Refusal }

/** Finds the period that the service serves, without a metered call. */
export interface PeriodFinder {
  /**
   * Returns null when neither the service nor the ledger names a period, and failed when the service did not answer
   * either. Waits for a slow service only for a moment. `held` is the newest period in the ledger: when it is new here,
   * another proxy has found it, and this one asks the service again.
   */
  current(held?: AsOf | null): Promise<FoundPeriod>
  /** The same, but waits until the search has ended. */
  searched(): Promise<FoundPeriod>
  /**
   * The same for tiles of one resolution and lens, which may be sold in another period than the one that zones name; null where none
   * is known.
   */
  ofTiles(kind: TileKind, parents: readonly Cell[], held: AsOf | null): Promise<ReadonlyMap<Cell, AsOf> | null>
  /** Takes the period from a metered answer about tiles, whose word is newer than anything found before. */
  note(as_of: AsOf, kind: TileKind, parents: readonly Cell[]): Promise<void>
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
  /** The clock that tells which labels are of months to come; `now` unless given. */
  clock?: () => Date
  elapsed: () => number
  /** Milliseconds. */
  longestWait?: number
}): PeriodFinder {
  const { longestWait = LONGEST_WAIT, clock = deps.now } = deps
  let known: { until: number; period: Promise<FoundPeriod> } | null = null
  /** The one that zones name. */
  let walked: AsOf | null = null
  /** That one, or a later one of an answer. */
  let last: AsOf | null = null
  let newestHeld: AsOf | null = null
  let doubtedUntil = Number.NEGATIVE_INFINITY
  /** Rounds of the search in a row that named no period and left places to ask for. */
  let rounds = 0
  /** Periods taken from answers. */
  let notes = 0
  const earlier = new EarlierPeriod(deps.ledger)
  const ofResolutions = createResolutionPeriods(deps.ledger)
  const walk = createPeriodWalk({ upstream: deps.upstream, clock })

  /** The newest of what was found before and what is held, if it can still be current. */
  const newestKnown = async (): Promise<AsOf | null> => {
    const held = newer(last, await deps.ledger.newestPeriod())
    return held !== null && ageDays(held, deps.now()) <= MAX_AS_OF_AGE_DAYS ? held : null
  }
  /** The same, or the earlier one that is believed. */
  const knownBefore = async () => {
    await earlier.recall()
    return earlier.believed ?? (await newestKnown())
  }
  const find = async (): Promise<FoundPeriod> => {
    const notesBefore = notes
    await earlier.recall()
    const found = await orStated(await walk(), deps.coverage, deps.now())
    if (found.kind !== 'ok' || found.as_of === null) return doWithout(found)
    // The answers' own word counts for more.
    if (found.isEarly) return { kind: 'ok', as_of: (await knownBefore()) ?? found.as_of }
    const before = await newestKnown()
    await earlier.countRound(before !== null && found.as_of < before ? found.as_of : null)
    if (earlier.isDoubted) {
      searchAgainAfter(LONGEST_SHORTLY)
      return { kind: 'ok', as_of: before }
    }
    walked = found.as_of
    // The word of an answer that came during the search is newer.
    last = notes === notesBefore ? found.as_of : newer(last, found.as_of)
    return found
  }
  /** Falls back on what was known before, else on a presumed period, where the search named none or failed. */
  const doWithout = async (found: WalkedPeriod): Promise<FoundPeriod> => {
    if (found.kind === 'failed') {
      deps.log.warn({ reason: found.refusal, detail: found.detail }, 'the current period could not be read')
    }
    const isLookedFor = found.kind === 'ok' && found.isLookedFor === true
    const isOpen = found.kind === 'failed' || isLookedFor
    rounds = isLookedFor ? rounds + 1 : 0
    // Round after round would leave nothing of the free rate limit to viewers.
    const shortly = Math.min(FRESH_SHORTLY * 2 ** Math.max(0, rounds - QUICK_ROUNDS), LONGEST_SHORTLY)
    searchAgainAfter(isOpen ? shortly : FRESH_WITHOUT)
    const before = await knownBefore()
    if (before !== null) return { kind: 'ok', as_of: before }
    if (found.kind === 'ok' && found.unreadable !== undefined) {
      // Every paid answer would be of such a period, and could not be kept.
      const refusal = unreadableLabel(found.unreadable)
      deps.log.warn({ reason: refusal }, 'the current period could not be read')
      return { kind: 'failed', refusal }
    }
    if (isOpen || deps.elapsed() < doubtedUntil) return found
    const presumed = presumedPeriod((await deps.coverage?.()) ?? null, deps.now(), !found.hasNoTree)
    return presumed === null ? { kind: 'ok', as_of: null } : { kind: 'ok', as_of: presumed, isPresumed: true }
  }
  const searchAgainAfter = (ms: number) => {
    if (known !== null) known = { ...known, until: deps.elapsed() + ms }
  }
  const search = (held: AsOf | null = null): Promise<FoundPeriod> => {
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
  const soFar = async (): Promise<FoundPeriod> => {
    const as_of = await knownBefore()
    return as_of === null ? { kind: 'ok', as_of, isLookedFor: true } : { kind: 'ok', as_of }
  }
  const current = async (held?: AsOf | null) => (await within(longestWait, search(held))) ?? soFar()
  return {
    current,
    searched: () => search(),
    ofTiles: async (kind, parents, held) => {
      const found = await current(held)
      if (found.kind !== 'ok' || found.as_of === null) return null
      return ofResolutions.of(kind, found.as_of, parents)
    },
    doubt: () => {
      doubtedUntil = deps.elapsed() + FRESH
      known = null
    },
    lookAgain: () => {
      known = null
      walked = null
      last = null
      earlier.forget()
    },
    note: async (as_of, kind, parents) => {
      const named = [walked, last].filter((one) => one !== null)
      await ofResolutions.note(kind, as_of, named, parents)
      await earlier.note(as_of)
      // An earlier one is that of a resolution which is behind the others.
      if (last !== null && as_of <= last) return
      last = as_of
      notes++
      known = { until: deps.elapsed() + FRESH, period: Promise.resolve({ kind: 'ok', as_of }) }
    },
  }
}

function unreadableLabel(label: string): Refusal {
  const message = `The statistics service names its period '${label.slice(0, 40)}'. Expected the first day of a month, such as 2026-11-01. Nothing is bought.`
  return ownRefusal('service_invalid_answer', message)
}

function newer(one: AsOf | null, other: AsOf | null): AsOf | null {
  return one === null || (other !== null && other > one) ? other : one
}
