import type { Logger } from 'pino'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Meter, Refusal } from '../../contract/proxy-api.ts'
import type { Usage } from '../../contract/received-usage.ts'
import { within } from '../../server/work/within.ts'
import type { CountLedger } from '../ledger/ledger.ts'
import { refusalOf } from '../upstream/refusals.ts'
import type { Quota } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'

// Milliseconds.
const USAGE_FRESH = 5_000
/** No answer comes later than one to a call that was made this long after it. */
const OUT_OF_ORDER = 120_000
/** The meter is not worth a longer wait: its last values are good enough. */
const LONGEST_WAIT = 2_000

/** The group whose allowance this is. Source: interface section 8. */
const GROUP = 'current'

/** The account may not make calls, for a reason that the free endpoints name too. */
const ACCESS_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_token', 'subscription_inactive'])

/**
 * True when a refusal means that the service no longer accepts the account: the token or the subscription has lapsed.
 */
export function isOfAccess(code: string): boolean {
  return ACCESS_CODES.has(code as ErrorCode)
}

/** The allowance for metered calls as the service last reported it. */
export interface MeterReader {
  /** Never rejects because of the service, and waits for it two seconds at most; values that it did not report are null. */
  allowance(): Promise<Usage>
  /** Asks the service now whether it accepts the account. Returns its refusal; null if it does, or does not say. */
  accessRefusal(): Promise<Refusal | null>
  /** Returns the allowance, and the totals of the ledger. */
  read(): Promise<Omit<Meter, 'spending'>>
  /** Takes the values from a metered answer's headers; without them, counts as `noteUnanswered` does. */
  note(quota: Quota): void
  /** A metered call got no answer but may be charged, so the next reading requests `/usage` again. */
  noteUnanswered(): void
}

/** Reads `/usage` at most every five seconds; `elapsed` is a steady clock in milliseconds. */
export function createMeter(deps: {
  upstream: Upstream
  ledger: CountLedger
  log: Logger
  elapsed: () => number
}): MeterReader {
  let known: Usage = { used: null, remaining: null, limit: null, resetsAt: null, degraded: false, isCounted: null }
  let asked: { at: number; done: Promise<unknown> } | null = null
  let notes = 0
  let notedAt = Number.NEGATIVE_INFINITY
  /** Calls since the last report that returned no count: all of them may be charged. */
  let unreported = 0

  const ask = async (): Promise<Refusal | null> => {
    const before = notes
    const result = await deps.upstream.usage()
    if (result.kind !== 'ok') {
      deps.log.warn(
        { reason: result.kind === 'failed' ? result.failure : result.refusal },
        'the allowance could not be read',
      )
    } else if (notes === before) {
      known = result.value
      unreported = 0
    }
    // A metered answer that came in the meantime is newer than this one.
    else known = { ...known, degraded: result.value.degraded, isCounted: result.value.isCounted }
    return result.kind === 'refused' && isOfAccess(result.refusal.code) ? refusalOf(result.refusal) : null
  }
  let checking: Promise<Refusal | null> | null = null
  const allowance = async () => {
    if (asked === null || deps.elapsed() - asked.at > USAGE_FRESH) asked = { at: deps.elapsed(), done: ask() }
    // A late answer is there for the next reading.
    await within(LONGEST_WAIT, asked.done)
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
    accessRefusal: () => {
      checking ??= ask().finally(() => {
        checking = null
      })
      return checking
    },
    read: async () => {
      const { used, remaining, limit, resetsAt, degraded, isCounted } = await allowance()
      const counts = { limit, used, remaining, resets_at: resetsAt, degraded, is_counted: isCounted }
      return { ...counts, ...(await deps.ledger.totals()) }
    },
    note: ({ group, limit, used, resets_at }) => {
      // The allowance of another group, such as that for histories, says nothing about this one.
      if (group !== null && group !== GROUP) return
      if (limit === null || used === null) return noteUnreported()
      notes++
      unreported = 0
      const resetsAt = resets_at ?? known.resetsAt
      // Answers may arrive out of order; within one cycle the count used only grows. Where nobody says when it ends, an
      // answer long after the others can be of the next one.
      const isSoon = resetsAt !== null || deps.elapsed() - notedAt < OUT_OF_ORDER
      const isSameCycle = limit === known.limit && resetsAt === known.resetsAt && isSoon
      notedAt = deps.elapsed()
      const most = isSameCycle ? Math.max(used, known.used ?? 0) : used
      known = { ...known, limit, used: most, remaining: Math.max(0, limit - most), resetsAt }
    },
    noteUnanswered: noteUnreported,
  }
}
