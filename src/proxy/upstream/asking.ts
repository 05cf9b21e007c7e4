import type { Refusal } from '../../contract/proxy-api.ts'
import { createBreaker, type Group, judgeFetched, judgeResult } from './breaker.ts'
import type { CircuitRules } from './circuit.ts'
import { createPace } from './pace.ts'
import { ownRefusal } from './refusals.ts'
import { waited } from './retry.ts'
import type { Patience } from './retry-pause.ts'
import { readAnswer, type ServiceResult } from './service-answer.ts'
import type { Fetched, ServiceConnection } from './service-connection.ts'

/** No request was sent. */
export type Withheld = { kind: 'withheld'; refusal: Refusal }

/** Whether a metered call may be made. An admitted call is settled with its result, or released when it is not made. */
export type Admission =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'admitted'; settle(result: ServiceResult<unknown>): void; release(): void }

/** Called before each metered call, retries included: a call that the service refuses may be charged. */
export type Admit = () => Promise<Admission>

/** Sends single requests, only while the service is up and its rate limits allow it; never rejects. */
export interface Asking {
  metered<T>(target: string, read: (body: unknown) => T, admit: Admit): Promise<ServiceResult<T>>
  /** Waits at most `longestWait` milliseconds for the free endpoints' rate limit. */
  free<T>(target: string, read: (body: unknown) => T, longestWait: number): Promise<ServiceResult<T>>
  /** Does not wait. */
  pass(target: string): Promise<Fetched | Withheld>
  /** Sends the request whatever happened before, and returns the answer unread. */
  ping(target: string): Promise<Fetched>
  /** Returns why no metered calls are made for now; null when they are. */
  pausedBecause(): Refusal | null
}

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
  const newPace = () => createPace({ elapsed, clock, unstatedWait: patience.unstatedWait })
  const pace = newPace()
  const meteredPace = newPace()
  const paced = async (target: string, by = pace): Promise<Fetched> => {
    const fetched = await connection.get(target)
    if (fetched.kind === 'answer') by.note(fetched.answer)
    return fetched
  }
  const readFetched = <T>(fetched: Fetched, read: (body: unknown) => T): ServiceResult<T> =>
    fetched.kind === 'failed' ? fetched : readAnswer(fetched.answer, read, clock())
  return {
    metered: async (target, read, admit) => {
      // Every later call waits too: a call that is refused may be charged.
      const wait = meteredPace.wait()
      if (wait > patience.longestWait || !(await waited(wait, stopping))) {
        return { kind: 'withheld', refusal: tooMany('metered', wait) }
      }
      const refusal = breaker.objection('metered')
      if (refusal !== null) return { kind: 'withheld', refusal }
      const admission = await admit()
      if (admission.kind === 'refused') return { kind: 'withheld', refusal: admission.refusal }
      const ask = async () => readFetched(await paced(target, meteredPace), read)
      const result = await breaker.watch('metered', ask, judgeResult)
      admission.settle(result)
      return result
    },
    free: async (target, read, longestWait) => {
      const wait = pace.wait()
      if (wait > longestWait || !(await waited(wait, stopping)))
        return { kind: 'withheld', refusal: tooMany('free', wait) }
      const refusal = breaker.objection('free')
      if (refusal !== null) return { kind: 'withheld', refusal }
      return breaker.watch('free', async () => readFetched(await paced(target), read), judgeResult)
    },
    pass: async (target) => {
      const wait = pace.wait()
      const refusal = wait > 0 ? tooMany('free', wait) : breaker.objection('free')
      if (refusal !== null) return { kind: 'withheld', refusal }
      return breaker.watch('free', () => paced(target), judgeFetched)
    },
    ping: (target) => breaker.watch('free', () => connection.get(target), judgeFetched),
    pausedBecause: () => {
      const wait = meteredPace.wait()
      return wait > patience.longestWait ? tooMany('metered', wait) : breaker.objection('metered')
    },
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

function tooMany(group: Group, wait: number): Refusal {
  const seconds = Math.ceil(wait / 1_000)
  const message = `The statistics service accepts no more ${group} requests for now; try again in ${seconds} s.`
  return { ...ownRefusal('rate_limited', message), retry_after_s: seconds }
}
