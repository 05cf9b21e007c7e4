import type { Logger } from 'pino'
import type { Meter } from '../../contract/proxy-api.ts'
import type { CountLedger } from '../ledger/ledger.ts'
import type { Quota } from '../upstream/service-answer.ts'
import type { Upstream, Usage } from '../upstream/upstream.ts'

// Milliseconds.
const USAGE_FRESH = 5_000

/** The allowance for metered calls as the service last told it. */
export interface MeterReader {
  /** Never rejects for the service's sake; what it did not tell is null. */
  allowance(): Promise<Usage>
  /** The allowance, and what the ledger holds. */
  read(): Promise<Omit<Meter, 'spending'>>
  /** Takes over what a metered answer's headers said; without any it is as if there was no answer. */
  note(quota: Quota): void
  /** A metered call was not answered, and may be charged all the same: the next reading asks anew. */
  noteUnanswered(): void
}

/** Reads `/usage` at most every five seconds; `elapsed` is a steady clock in milliseconds. */
export function createMeter(deps: {
  upstream: Upstream
  ledger: CountLedger
  log: Logger
  elapsed: () => number
}): MeterReader {
  let known: Usage = { used: null, remaining: null, limit: null, resetsAt: null, degraded: false }
  let asked: { at: number; done: Promise<void> } | null = null
  let notes = 0
  /** Calls of which nothing was told since anything was: all of them may be charged. */
  let untold = 0

  const ask = async () => {
    const before = notes
    const result = await deps.upstream.usage()
    if (result.kind !== 'ok') {
      deps.log.warn({ reason: result.kind === 'failed' ? result.failure : result.refusal }, 'usage not known')
    } else if (notes === before) {
      known = result.value
      untold = 0
    }
    // A metered answer that came meanwhile is newer than what was asked before it.
    else known = { ...known, degraded: result.value.degraded }
  }
  const allowance = async () => {
    if (asked === null || deps.elapsed() - asked.at > USAGE_FRESH) asked = { at: deps.elapsed(), done: ask() }
    await asked.done
    const { used, remaining } = known
    return {
      ...known,
      used: used === null ? null : used + untold,
      remaining: remaining === null ? null : Math.max(0, remaining - untold),
    }
  }
  const noteUntold = () => {
    notes++
    untold++
    asked = null
  }
  return {
    allowance,
    read: async () => {
      const { used, remaining, limit, resetsAt, degraded } = await allowance()
      return { limit, used, remaining, resets_at: resetsAt, degraded, ...(await deps.ledger.totals()) }
    },
    note: ({ limit, used, resets_at }) => {
      if (limit === null || used === null) return noteUntold()
      notes++
      untold = 0
      const resetsAt = resets_at ?? known.resetsAt
      // Answers may overtake one another; within one cycle what is used only grows.
      const isSameCycle = limit === known.limit && resetsAt === known.resetsAt
      const most = isSameCycle ? Math.max(used, known.used ?? 0) : used
      known = { ...known, limit, used: most, remaining: Math.max(0, limit - most), resetsAt }
    },
    noteUnanswered: noteUntold,
  }
}
