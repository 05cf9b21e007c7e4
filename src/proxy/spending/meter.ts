import type { Logger } from 'pino'
import type { Meter, Refusal } from '../../contract/proxy-api.ts'
import type { ErrorCode } from '../../contract/service/errors.ts'
import type { CountedGroup, Usage } from '../../contract/service/received-usage.ts'
import { within } from '../../server/work/within.ts'
import type { CountLedger } from '../ledger/ledger.ts'
import { refusalOf } from '../upstream/connection/refusals.ts'
import type { Quota } from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'

// Milliseconds.
const USAGE_FRESH = 5_000
/** Viewers' meters ask for it, as often as they like. */
const ACCESS_FRESH = 1_000
/** No answer comes later than one to a call that was made this long after it. */
const OUT_OF_ORDER = 120_000
/** The meter is not worth a longer wait: its last values are good enough. */
const LONGEST_WAIT = 2_000

/** The account may not make calls, for a reason that the free endpoints name too. */
const ACCESS_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_token', 'subscription_inactive'])

/**
 * True when a refusal means that the service no longer accepts the account: the token or the subscription has lapsed.
 */
export function isOfAccess(code: string): boolean {
  return ACCESS_CODES.has(code as ErrorCode)
}

/** False for a refusal whose quota headers are nobody's: with a token that it does not know, a service may state 0 of 0. */
export function isOfAccount(code: string): boolean {
  return code !== 'invalid_token'
}

/** The allowance for metered calls as the service last reported it. */
export interface MeterReader {
  /** Never rejects because of the service, and waits for it two seconds at most; values that it did not report are null. */
  allowance(): Promise<Usage>
  /** The calls in a cycle as they were last reported, without asking; null for unknown. */
  limit(): number | null
  /** The allowance as it was last reported, without asking. */
  reported(): Pick<Usage, 'limit' | 'used' | 'resetsAt'>
  /** False while `/usage` does not show what is left, so that only a metered call can tell. */
  isShown(): boolean
  /** Asks the service whether it accepts the account, once a second at most. Returns its refusal; null if it does, or does not say. */
  accessRefusal(): Promise<Refusal | null>
  /** Returns the allowance, and the totals of the ledger. */
  read(): Promise<Omit<Meter, 'spending'>>
  /** Takes the values from a metered answer's headers; without them, counts as `noteUnanswered` does. */
  note(quota: Quota): void
  /** The quota group that the allowance is counted in: `current`, unless the service is known to count histories apart. */
  group(): Promise<CountedGroup>
  /** The next reading requests `/usage` again. */
  lookAgain(): void
  /** A metered call got no answer but may be charged, so the next reading requests `/usage` again. */
  noteUnanswered(): void
}

interface MeterDeps {
  readonly upstream: Upstream
  readonly ledger: CountLedger
  readonly log: Logger
  readonly elapsed: () => number
}

/**
 * Reads `/usage` at most every five seconds; `elapsed` is a steady clock in milliseconds. With `beside`, it is the meter of
 * histories: their own group's, or that of `beside` while the service does not show that it counts them apart.
 */
export function createMeter(deps: MeterDeps, beside: MeterReader | null = null): MeterReader {
  const own: CountedGroup = beside === null ? 'current' : 'history'
  let known: Usage = { used: null, remaining: null, limit: null, resetsAt: null, degraded: false, isCounted: null }
  let asked: { at: number; done: Promise<unknown> } | null = null
  let notes = 0
  let notedAt = Number.NEGATIVE_INFINITY
  let isApart = false
  let isShown = false
  /** Calls since the last report that returned no count: all of them may be charged. */
  let unreported = 0

  const ask = async (): Promise<Refusal | null> => {
    const before = notes
    const result = await deps.upstream.usage()
    isShown = result.kind === 'ok' && (result.value[own]?.remaining ?? null) !== null
    if (result.kind !== 'ok') {
      deps.log.warn(
        { reason: result.kind === 'failed' ? result.failure : result.refusal },
        'the allowance could not be read',
      )
    } else {
      const usage = result.value[own]
      isApart ||= own === 'history' && usage !== null
      // A metered answer that came in the meantime is newer than this one, unless it was of the cycle before.
      if (usage !== null && notes !== before && !isLaterCycle(usage.resetsAt, known.resetsAt))
        known = { ...known, degraded: usage.degraded, isCounted: usage.isCounted }
      else if (usage !== null) [known, unreported] = [usage, 0]
    }
    return result.kind === 'refused' && isOfAccess(result.refusal.code) ? refusalOf(result.refusal) : null
  }
  let checked: { until: number; done: Promise<Refusal | null> } | null = null
  const check = () => {
    const done = ask()
    const begun = { until: Number.POSITIVE_INFINITY, done }
    void done.then(() => {
      begun.until = deps.elapsed() + ACCESS_FRESH
    })
    return begun
  }
  const allowance = async () => {
    if (asked === null || deps.elapsed() - asked.at > USAGE_FRESH) asked = { at: deps.elapsed(), done: ask() }
    // A late answer is there for the next reading.
    await within(LONGEST_WAIT, asked.done)
    if (beside !== null && !isApart) return beside.allowance()
    const { used, remaining } = known
    return {
      ...known,
      used: used === null ? null : used + unreported,
      remaining: remaining === null ? null : Math.max(0, remaining - unreported),
    }
  }
  const noteUnreported = () => {
    notes++
    unreported++
    asked = null
  }
  return {
    allowance,
    limit: () => known.limit,
    reported: () => (beside !== null && !isApart ? beside.reported() : known),
    isShown: () => (beside !== null && !isApart ? beside.isShown() : isShown),
    group: async () => {
      // The first reading shows it.
      if (beside !== null && asked === null) await allowance()
      return isApart ? 'history' : 'current'
    },
    accessRefusal: () => {
      if (checked === null || deps.elapsed() >= checked.until) checked = check()
      return checked.done
    },
    read: async () => {
      const { used, remaining, limit, resetsAt, degraded, isCounted } = await allowance()
      const counts = { limit, used, remaining, resets_at: resetsAt, degraded, is_counted: isCounted }
      return { ...counts, ...(await deps.ledger.totals()) }
    },
    note: (quota) => {
      const { group, limit, used, resets_at } = quota
      isApart ||= own === 'history' && group === 'history'
      if (beside !== null && (group === 'current' || !isApart)) return beside.note(quota)
      // The allowance of another group says nothing about this one.
      if (group !== null && group !== own) return
      if (limit === null || used === null) return noteUnreported()
      // A late answer of a cycle that is over.
      if (isLaterCycle(known.resetsAt, resets_at)) return
      notes++
      unreported = 0
      const resetsAt = resets_at ?? known.resetsAt
      // Answers may arrive out of order; within one cycle the count used only grows. Where nobody says when it ends, an
      // answer long after the others can be of the next one.
      const isSoon = resetsAt !== null || deps.elapsed() - notedAt < OUT_OF_ORDER
      const isNext = known.resetsAt === null ? resetsAt !== null : isLaterCycle(resetsAt, known.resetsAt)
      const isSameCycle = limit === known.limit && !isNext && isSoon
      notedAt = deps.elapsed()
      const most = isSameCycle ? Math.max(used, known.used ?? 0) : used
      known = { ...known, limit, used: most, remaining: Math.max(0, limit - most), resetsAt }
    },
    lookAgain: () => {
      if (beside !== null && !isApart) return beside.lookAgain()
      asked = null
    },
    noteUnanswered: () => (beside !== null && !isApart ? beside.noteUnanswered() : noteUnreported()),
  }
}

/** Milliseconds: a service that states the time left makes each reset of one cycle a little different. */
const SAME_CYCLE = 43_200_000

/** True when one reset is that of a later cycle than the other; false where one of them is not stated. */
export function isLaterCycle(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Date.parse(one) > Date.parse(other) + SAME_CYCLE
}
