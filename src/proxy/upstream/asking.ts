import type { Refusal } from '../../contract/proxy-api.ts'
import { ownRefusal } from './connection/refusals.ts'
import { markGate, type ReadBytes, readBody, type ServiceResult } from './connection/service-answer.ts'
import type { Fetched, Group, ServiceConnection } from './connection/service-connection.ts'
import { type BreakerGroup, createBreaker, judgeCall, judgeFetched, judgeResult } from './pacing/breaker.ts'
import type { CircuitRules } from './pacing/circuit.ts'
import { createPace, type Pace, type Turn } from './pacing/pace.ts'
import type { Patience } from './pacing/retry-pause.ts'

/** No request was sent. */
export type Withheld = { kind: 'withheld'; refusal: Refusal }

/** Whether a metered call may be made. An admitted call is settled with its result, or released when it is not made. */
export type Admission =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'admitted'; settle(result: ServiceResult<unknown>): Promise<void>; release(): void }

/** Called before each metered call, retries included: a call that the service refuses may be charged. */
export type Admit = () => Promise<Admission>

/** Sends single requests, only while the service is up and its rate limits allow it; never rejects. */
export interface Asking {
  metered<T>(target: string, read: ReadBytes<T>, admit: Admit, key: string | undefined): Promise<ServiceResult<T>>
  /** Waits at most `longestWait` milliseconds for the free endpoints' rate limit. */
  free<T>(target: string, read: ReadBytes<T>, longestWait: number): Promise<ServiceResult<T>>
  /** Hardly waits. */
  pass(target: string): Promise<Fetched | Withheld>
  /** Sends the request whatever happened before, and returns the answer unread. */
  ping(target: string): Promise<Fetched>
  /** Returns why no metered calls, or none for histories, are made at present; null when they are allowed. */
  pausedBecause(group?: 'metered' | 'history'): Refusal | null
}

/** Milliseconds that a browser's request waits at most for earlier requests to end. */
const SHORT_WAIT = 1_000

/** Sends requests through a connection; `elapsed` is a steady clock in milliseconds, `stopping` ends all waits. */
export function createAsking(deps: {
  connection: ServiceConnection
  clock: () => Date
  elapsed: () => number
  stopping: AbortSignal
  patience: Patience
  circuit: CircuitRules | undefined
}): Asking {
  const { connection, clock, elapsed, stopping, patience } = deps
  const breaker = createBreaker(elapsed, deps.circuit)
  const newPace = () => createPace({ elapsed, clock, patience, stopping })
  const paces: Record<Group, Pace> = { free: newPace(), metered: newPace() }
  const readFetched = async <T>(fetched: Fetched, read: ReadBytes<T>) =>
    fetched.kind === 'failed' ? fetched : readBody(fetched.answer, read, clock())
  /** Returns a turn to send a request to the group, or the reason why none may be sent. */
  const turnOf = async (group: Group, longestWait: number, part: BreakerGroup = group): Promise<Turn | Withheld> => {
    const turn = await paces[group].turn(longestWait)
    if (typeof turn === 'number') return { kind: 'withheld', refusal: tooMany(group, turn) }
    const refusal = breaker.objection(part)
    if (refusal === null) return turn
    turn.leave()
    return { kind: 'withheld', refusal }
  }
  return {
    metered: async (target, read, admit, key) => {
      // Every later call waits too: a call that is refused may be charged.
      const part = isHistory(target) ? 'history' : 'metered'
      const turn = await turnOf('metered', patience.longestWait, part)
      if ('kind' in turn) return turn
      const admission = await admitted(admit, turn)
      if (admission.kind === 'refused') return { kind: 'withheld', refusal: admission.refusal }
      const ask = async () => {
        const answer = await readFetched(await turn.send(() => connection.get(target, 'metered', key)), read)
        return part === 'history' ? markGate(answer) : answer
      }
      const result = await breaker.watch(part, ask, part === 'history' ? judgeResult : judgeCall)
      await admission.settle(result)
      return result
    },
    free: async (target, read, longestWait) => {
      const turn = await turnOf('free', longestWait)
      if ('kind' in turn) return turn
      const ask = async () => readFetched(await turn.send(() => connection.get(target, 'free')), read)
      return breaker.watch('free', ask, judgeResult)
    },
    pass: async (target) => {
      const turn = await turnOf('free', SHORT_WAIT)
      if ('kind' in turn) return turn
      return breaker.watch('free', () => turn.send(() => connection.get(target, 'free')), judgeFetched)
    },
    ping: (target) => breaker.watch('free', () => connection.get(target, 'free'), judgeFetched),
    pausedBecause: (group = 'metered') => {
      const wait = paces.metered.wait()
      return wait > patience.longestWait ? tooMany('metered', wait) : breaker.objection(group)
    },
  }
}

/** Asks for admission; gives the turn back when there is none. */
async function admitted(admit: Admit, turn: Turn): Promise<Admission> {
  let isAdmitted = false
  try {
    const admission = await admit()
    isAdmitted = admission.kind === 'admitted'
    return admission
  } finally {
    if (!isAdmitted) turn.leave()
  }
}

/** Checks an admitted call for a last objection; releases the admission if there is one, or if the check fails. */
export async function unlessObjected(
  admission: Admission,
  objection: () => Promise<Refusal | null>,
): Promise<Admission> {
  if (admission.kind === 'refused') return admission
  let isReleased = true
  try {
    const refusal = await objection()
    isReleased = refusal !== null
    return refusal === null ? admission : { kind: 'refused', refusal }
  } finally {
    if (isReleased) admission.release()
  }
}

function isHistory(target: string): boolean {
  return target.replace(/\?.*/s, '').endsWith('/stats/history')
}

function tooMany(group: Group, wait: number): Refusal {
  const seconds = Math.ceil(wait / 1_000)
  const message = `The statistics service accepts no more ${group} requests for now; try again in ${seconds} s.`
  return { ...ownRefusal('rate_limited', message), retry_after_s: seconds }
}
