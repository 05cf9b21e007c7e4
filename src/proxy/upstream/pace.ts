import { HEADERS } from '../../contract/limits.ts'
import { readRetryAfter } from './retry-after.ts'
import type { RawAnswer } from './service-answer.ts'

/** Tells when a group may send the next request, from the rate limit in the service's answers. */
export interface Pace {
  /** Milliseconds until the next request; 0 when it may be made now. */
  wait(): number
  note(answer: RawAnswer): void
}

/** `elapsed` is a steady clock in milliseconds; `unstatedWait` applies when the service does not say how long to wait. */
export function createPace(deps: { elapsed: () => number; clock: () => Date; unstatedWait: number }): Pace {
  let openAt = 0
  return {
    wait: () => Math.max(0, openAt - deps.elapsed()),
    note: ({ status, headers }) => {
      const isSpent = status === 429 || headers[HEADERS.rateRemaining.toLowerCase()] === '0'
      if (!isSpent) return
      const seconds = readRetryAfter(headers[HEADERS.retryAfter.toLowerCase()] ?? '', deps.clock())
      openAt = Math.max(openAt, deps.elapsed() + (seconds === null ? deps.unstatedWait : seconds * 1_000))
    },
  }
}
