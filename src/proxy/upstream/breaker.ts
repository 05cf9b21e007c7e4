import type { Refusal } from '../../contract/proxy-api.ts'
import { Circuit, type CircuitRules, DEFAULT_CIRCUIT } from './circuit.ts'
import { ownRefusal } from './refusals.ts'
import type { ServiceResult } from './service-answer.ts'
import type { Fetched } from './service-connection.ts'

/** Which of the service's endpoints are asked: those that cost, or the others. */
export type Group = 'metered' | 'free'

/** What a result says of the service itself. */
export type Verdict = 'answered' | 'broken' | 'unreachable'

/** Keeps a service that is down from being hammered. */
export interface Breaker {
  /** Why the group must not be asked now; null when it may be. */
  objection(group: Group): Refusal | null
  /** Makes a request, whose result tells how the service is. */
  watch<T>(group: Group, ask: () => Promise<T>, judge: (result: T) => Verdict): Promise<T>
}

/** No connection stops all requests, and any answer lets them go on; faults in answers stop the group that they are in. */
export function createBreaker(elapsed: () => number, rules: CircuitRules = DEFAULT_CIRCUIT): Breaker {
  const reach = new Circuit(rules, elapsed)
  const groups = { metered: new Circuit(rules, elapsed), free: new Circuit(rules, elapsed) }
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
      if (verdict === 'unreachable') {
        reach.failed()
        groups[group].undecided()
      } else {
        reach.answered()
        groups[group][verdict === 'broken' ? 'failed' : 'answered']()
      }
      return result
    },
  }
}

function paused(seconds: number): Refusal {
  const message = `The statistics service has failed several times in a row and is asked again in ${seconds} s. What was bought before stays available.`
  return { ...ownRefusal('service_paused', message), retry_after_s: seconds }
}

/** How the service is, by one result of the proxy's own requests. */
export function judgeResult(result: ServiceResult<unknown>): Verdict {
  if (result.kind === 'failed') return judgeFailure(result.failure.code)
  return result.kind === 'refused' && result.refusal.code === 'internal_error' ? 'broken' : 'answered'
}

/** How the service is, by the answer to a browser's request: a 500 may be about that request, a gateway's fault is not. */
export function judgeFetched(fetched: Fetched): Verdict {
  if (fetched.kind === 'failed') return judgeFailure(fetched.failure.code)
  return [502, 503, 504].includes(fetched.answer.status) ? 'broken' : 'answered'
}

function judgeFailure(code: string): Verdict {
  if (code === 'url_too_long') return 'answered'
  return code === 'unreachable' || code === 'reset' ? 'unreachable' : 'broken'
}
