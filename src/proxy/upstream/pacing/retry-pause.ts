import { isAbsent, isBlocked, isOfTarget, type ServiceRefusal } from '../connection/service-answer.ts'

/** How patient a call is; times in milliseconds. */
export interface Patience {
  /** Pause after the first fault; each further one is twice as long. */
  readonly backOff: number
  /** Retries after faults, and as many after waits. */
  readonly retries: number
  /** A longer Retry-After is reported to the viewer instead of waited for. */
  readonly longestWait: number
  /** Wait after a 429 that does not say how long. */
  readonly unstatedWait: number
  /** How long the service counts requests before it starts again. */
  readonly minute: number
}

/** Milliseconds: the longest wait for the end of a fault, which seldom ends as announced. */
const LONGEST_REPAIR = 10_000

export const DEFAULT_PATIENCE: Patience = {
  backOff: 500,
  retries: 3,
  longestWait: 65_000,
  unstatedWait: 10_000,
  minute: 60_000,
}

/**
 * Returns the milliseconds to wait before a retry; null when the interface (section 7) forbids one. `rate_limited` waits
 * as long as the service asks, `internal_error` backs off with jitter (`random` in 0..1), longer where a server under
 * maintenance asks for it; all others are final. A gateway's page with a status such as 403 counts as `internal_error`
 * too, but says that the request itself is refused; so does such a status with an unknown code, and one of a server without
 * the endpoint, such as 405 or 501. A cached fault would come again.
 */
export function pauseBefore(
  refusal: ServiceRefusal,
  earlier: { faults: number; waits: number },
  patience: Patience,
  random: number,
): number | null {
  const { code, retry_after_s, isCached } = refusal
  if (isBlocked(refusal) || isOfTarget(refusal) || isAbsent(refusal) || refusal.isGate) return null
  const stated = retry_after_s === null ? null : retry_after_s * 1000
  if (code === 'internal_error') {
    if (earlier.faults >= patience.retries || isCached) return null
    const backOff = patience.backOff * 2 ** earlier.faults * (1 + random)
    return (stated ?? 0) <= Math.min(patience.longestWait, LONGEST_REPAIR) ? Math.max(backOff, stated ?? 0) : null
  }
  if (code !== 'rate_limited' || earlier.waits >= patience.retries) return null
  const wait = stated ?? patience.unstatedWait
  return wait <= patience.longestWait ? wait : null
}
