import type { Refusal } from '../../../contract/proxy-api.ts'
import { ownRefusal } from '../connection/refusals.ts'
import { type Failure, isAbsent, isOfTarget, type ServiceResult } from '../connection/service-answer.ts'
import type { Fetched } from '../connection/service-connection.ts'
import { Circuit, type CircuitRules, DEFAULT_CIRCUIT } from './circuit.ts'

/** What a result says about the service's health; `dropped`: the request was sent, and the connection broke without a response. */
export type Verdict = 'answered' | 'broken' | 'unreachable' | 'dropped'

/** What is stopped apart: histories can fail while current figures are served. */
export type BreakerGroup = 'free' | 'metered' | 'history'

/** Stops requests to a service that is down. */
export interface Breaker {
  /** Returns why no request to the group may be made now; null when one may. */
  objection(group: BreakerGroup): Refusal | null
  /** Makes a request, and learns from its result how the service is. */
  watch<T>(group: BreakerGroup, ask: () => Promise<T>, judge: (result: T) => Verdict): Promise<T>
}

/** Milliseconds: free probes are frequent, because they cost nothing and show early that a fault is over. */
const LONGEST_FREE_PAUSE = 20_000

/**
 * Failed connections stop all requests until any answer arrives; faulty answers stop only their own group. So do dropped
 * metered calls, each of which may have been charged, however many free requests are answered in between.
 */
export function createBreaker(elapsed: () => number, rules: CircuitRules = DEFAULT_CIRCUIT): Breaker {
  const costless = { ...rules, longestPause: Math.min(rules.longestPause, LONGEST_FREE_PAUSE) }
  const reach = new Circuit(costless, elapsed)
  const groups = {
    metered: new Circuit(rules, elapsed),
    history: new Circuit(rules, elapsed),
    free: new Circuit(costless, elapsed),
  }
  return {
    objection: (group) => {
      const wait = Math.max(reach.wait() ?? 0, groups[group].wait() ?? 0)
      return wait === 0 ? null : paused(Math.ceil(wait / 1_000))
    },
    watch: async (group, ask, judge) => {
      reach.begin()
      groups[group].begin()
      const result = await ask()
      const verdict = judge(result)
      if (verdict === 'unreachable' || verdict === 'dropped') {
        reach.failed()
        if (verdict === 'dropped' && group !== 'free') groups[group].failed()
        else groups[group].undecided()
      } else {
        reach.answered()
        groups[group][verdict === 'broken' ? 'failed' : 'answered']()
      }
      return result
    },
  }
}

function paused(seconds: number): Refusal {
  const message = `The statistics service has failed several times in a row; the next attempt is in ${seconds} s. Figures bought earlier stay available.`
  return { ...ownRefusal('service_paused', message), retry_after_s: seconds }
}

/** Judges the service by the result of one of the proxy's own requests: one without an endpoint may serve all others. */
export function judgeResult(result: ServiceResult<unknown>): Verdict {
  return result.kind === 'refused' && isAbsent(result.refusal) ? 'answered' : judgeRead(result)
}

function judgeRead(result: ServiceResult<unknown>): Verdict {
  if (result.kind === 'failed') return judgeFailure(result.failure)
  if (result.kind !== 'refused' || result.refusal.isGate) return 'answered'
  return result.refusal.code === 'internal_error' ? 'broken' : 'answered'
}

/**
 * Judges it by a call for current figures: some services refuse ground without figures, or send no content, and serve all
 * other ground.
 */
export function judgeCall(result: ServiceResult<unknown>): Verdict {
  const isOfGround =
    result.kind === 'refused' ? isOfTarget(result.refusal) : result.kind === 'failed' && result.failure.isBlank === true
  return isOfGround ? 'answered' : judgeRead(result)
}

/** Judges the service by the answer to a browser's request: a 500 may concern that request only, a gateway's error does not. */
export function judgeFetched(fetched: Fetched): Verdict {
  if (fetched.kind === 'failed') return judgeFailure(fetched.failure)
  return [502, 503, 504].includes(fetched.answer.status) ? 'broken' : 'answered'
}

function judgeFailure({ code, isAfterHead }: Failure): Verdict {
  if (code === 'url_too_long') return 'answered'
  if (isAfterHead) return 'broken'
  if (code === 'reset') return 'dropped'
  return code === 'unreachable' ? 'unreachable' : 'broken'
}
