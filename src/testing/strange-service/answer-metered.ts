import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY } from '../../contract/limits.ts'
import { meteredRefusal } from './bodies/metered-refusal.ts'
import { inOtherTypes } from './bodies/other-types.ts'
import { readSelection } from './bodies/selection.ts'
import { statsBody } from './bodies/stats-body.ts'
import { misbehave } from './misbehave.ts'
import { quotaHeaders, takeRequest } from './response-headers.ts'
import { isCharged } from './rules/fault.ts'
import { Refused } from './rules/refused.ts'
import { refuseLength, sendJson } from './send.ts'
import type { ServiceState } from './service-state.ts'

const SELECTORS = new Set(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res'])

/** Answers `/stats/current`, and records the call; throws `Refused`. */
export async function answerMetered(
  state: ServiceState,
  query: URLSearchParams,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { rules } = state
  const selection = readSelection(rules, query)
  const lens = Object.fromEntries([...query].filter(([name]) => !SELECTORS.has(name)))
  const { selector, cells } = selection
  const key = response.req.headers[IDEMPOTENCY_KEY.toLowerCase()]?.toString() ?? null
  const record = (answered: boolean, isPaid: boolean) => {
    const about = { selector, cells, bytes: target.length, lens, as_of: rules.as_of, key }
    state.calls.push({ ...about, answered, isCharged: isPaid })
    if (isPaid) state.used++
  }
  if (rules.delay > 0) await sleep(rules.delay)
  if (target.length > rules.urlLimit) {
    record(false, false)
    return refuseLength(rules, response)
  }
  const fault = rules.faults.length > 0 ? (rules.faults.shift() ?? null) : rules.meteredFault
  const refusal = withQuota(state, meteredRefusal(state, selection, lens)) ?? takeRequest(state, 'metered')
  const isPaid = refusal === null && (fault === null || isCharged(fault))
  record(fault === null && refusal === null, isPaid)
  const headers = quotaHeaders(state)
  const body = () => {
    const stated = statsBody(rules, cells, lens, selector)
    return rules.types === 'others' ? inOtherTypes(stated) : stated
  }
  if (fault !== null) return misbehave(fault, response, headers, body)
  if (refusal !== null) throw refusal
  sendJson(response, 200, body(), headers)
}

function withQuota(state: ServiceState, refusal: Refused | null): Refused | null {
  return refusal && new Refused(refusal.code, { ...refusal.details, headers: quotaHeaders(state) })
}
