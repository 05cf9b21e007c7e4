import { readRate } from '../connection/rate-headers.ts'
import { clockOf, type RawAnswer } from '../connection/service-answer.ts'
import type { Fetched } from '../connection/service-connection.ts'
import { waited } from './retry.ts'
import type { Patience } from './retry-pause.ts'

/** Milliseconds between two looks at whether a request under way has ended. */
const LOOK = 50
/**
 * How many successful answers in a row may say that no request is left; after more, the header must mean something else.
 */
const ZEROS_BELIEVED = 1

/** Leave to send one request; each is used once. */
export interface Turn {
  send(ask: () => Promise<Fetched>): Promise<Fetched>
  /** The request is not sent. */
  leave(): void
}

/** Sends no more requests of a group than the rate limit in the service's answers allows. */
export interface Pace {
  /** Milliseconds until the next request; 0 when it may be made now. */
  wait(): number
  /** Waits for a turn. When it would take more than `longest` milliseconds, or the proxy stops, returns the wait instead. */
  turn(longest: number): Promise<Turn | number>
}

/** `elapsed` is a steady clock in milliseconds; `stopping` ends all waits. */
export function createPace(deps: {
  elapsed: () => number
  clock: () => Date
  patience: Pick<Patience, 'unstatedWait' | 'minute'>
  stopping: AbortSignal
}): Pace {
  const { elapsed, clock, patience, stopping } = deps
  let openAt = 0
  /** Requests left, from the answer to the latest request; null while no answer has said it. */
  let left: { count: number; by: number } | null = null
  let inFlight = 0
  let sent = 0
  let zeros = 0
  /** When the first request of this minute was sent, as far as the answers show. */
  let minuteBegan: number | null = null

  const wait = () => {
    const closed = openAt - elapsed()
    if (closed > 0) return closed
    // When no request is left, a single one finds out whether the minute is over.
    return left !== null && inFlight >= Math.max(1, left.count) ? LOOK : 0
  }
  const note = ({ status, headers }: RawAnswer, request: number, sentAt: number) => {
    const stated = readRate(headers, clockOf({ headers }, clock()))
    const count = stated.remaining
    const wait = stated.wait === null ? null : stated.wait * 1_000
    const isLatest = left === null || request > left.by
    if (count !== null && (isLatest || count < (left?.count ?? 0))) {
      if (left === null || count > left.count) minuteBegan = sentAt
      left = { count, by: request }
    }
    if (status === 429) return close(wait ?? patience.unstatedWait)
    if (count !== null && count > 0) zeros = 0
    if (count !== 0) return
    // A longer wait than the interface has would stop everything for a header that no refusal has confirmed.
    if (++zeros > ZEROS_BELIEVED) left = null
    else close(Math.min(wait ?? (minuteBegan ?? sentAt) + patience.minute - elapsed(), patience.minute))
  }
  const close = (ms: number) => {
    openAt = Math.max(openAt, elapsed() + ms)
  }
  const take = (): Turn => {
    inFlight++
    return {
      send: async (ask) => {
        const request = ++sent
        const sentAt = elapsed()
        const fetched = await ask().finally(() => inFlight--)
        if (fetched.kind === 'answer') note(fetched.answer, request, sentAt)
        return fetched
      },
      leave: () => void inFlight--,
    }
  }
  return {
    wait,
    turn: async (longest) => {
      const until = elapsed() + longest
      for (let ms = wait(); ms > 0; ms = wait()) {
        if (elapsed() + ms > until || !(await waited(ms, stopping))) return ms
      }
      return take()
    },
  }
}
