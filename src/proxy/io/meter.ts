import type { Logger } from 'pino'
import type { Meter } from '../../contract/proxy-api.ts'
import type { Quota } from '../core/service-answer.ts'
import type { Ledger } from './ledger.ts'
import type { Upstream, Usage } from './upstream.ts'

// Milliseconds.
const USAGE_FRESH = 5_000

/** The allowance for metered calls as the service last told it. */
export interface MeterReader {
  /** Never rejects; what the service did not tell is null. */
  read(): Promise<Meter>
  /** Takes over what a metered answer's headers said. */
  note(quota: Quota): void
}

/** Reads `/usage` at most every five seconds; `elapsed` is a steady clock in milliseconds. */
export function createMeter(deps: {
  upstream: Upstream
  ledger: Ledger
  log: Logger
  elapsed: () => number
}): MeterReader {
  let allowance: Usage = { used: null, remaining: null, limit: null, resetsAt: null, degraded: false }
  let asked: { at: number; done: Promise<void> } | null = null

  const ask = async () => {
    const result = await deps.upstream.usage()
    if (result.kind === 'ok') allowance = result.value
    else deps.log.warn({ reason: result.kind === 'failed' ? result.failure : result.refusal }, 'usage not known')
  }
  return {
    read: async () => {
      if (asked === null || deps.elapsed() - asked.at > USAGE_FRESH) asked = { at: deps.elapsed(), done: ask() }
      await asked.done
      const { used, remaining, limit, resetsAt, degraded } = allowance
      return { limit, used, remaining, resets_at: resetsAt, degraded, ...(await deps.ledger.totals()) }
    },
    note: ({ limit, used, resets_at }) => {
      if (limit === null || used === null) return
      const remaining = Math.max(0, limit - used)
      allowance = { ...allowance, limit, used, remaining, resetsAt: resets_at ?? allowance.resetsAt }
    },
  }
}
