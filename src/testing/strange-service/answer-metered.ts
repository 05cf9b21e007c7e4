import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cellResolution, isResolution } from '../../domain/cell.ts'
import { isCharged } from './fault.ts'
import { misbehave } from './misbehave.ts'
import { Refused } from './refused.ts'
import { quotaHeaders, takeRequest } from './response-headers.ts'
import { readSelection, type Selection } from './selection.ts'
import { refuseLength, sendJson } from './send.ts'
import type { ServiceState } from './service-state.ts'
import { statsBody } from './stats-body.ts'

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
  const record = (answered: boolean, isPaid: boolean) => {
    state.calls.push({ selector, cells, bytes: target.length, lens, as_of: rules.as_of, answered, isCharged: isPaid })
    if (isPaid) state.used++
  }
  if (rules.delay > 0) await sleep(rules.delay)
  if (target.length > rules.urlLimit) {
    record(false, false)
    return refuseLength(rules, response)
  }
  const fault = rules.faults.length > 0 ? (rules.faults.shift() ?? null) : rules.meteredFault
  const refusal = refusalOf(state, selection, lens) ?? takeRequest(state, 'metered')
  const isPaid = refusal === null && (fault === null || isCharged(fault))
  record(fault === null && refusal === null, isPaid)
  const headers = quotaHeaders(state)
  if (fault !== null) return misbehave(fault, response, headers, () => statsBody(rules, cells, lens, selector))
  if (refusal !== null) throw refusal
  sendJson(response, 200, statsBody(rules, cells, lens, selector), headers)
}

/** Returns the refusal that the interface demands, checked in the same order as in our service; null for none. */
function refusalOf(state: ServiceState, selection: Selection, lens: Record<string, string>): Refused | null {
  const { rules, used } = state
  const headers = quotaHeaders(state)
  const invalid = (parameter?: string) => new Refused('invalid_parameter', { headers, ...(parameter && { parameter }) })
  if (!selection.isUnderstood) {
    return new Refused(rules.styleRefusal ?? 'invalid_parameter', { headers, parameter: 'h3' })
  }
  const [resolution = 0, ...others] = new Set(selection.cells.map(cellResolution))
  if (others.length > 0 || !isResolution(resolution)) return invalid()
  const { currency = 'USD', ...filters } = lens
  const isUnknown = (name: string) => rules.filters !== null && !Object.hasOwn(rules.filters, name)
  const unknown = Object.keys(filters).find((name) => name !== 'ad_sub_type' && isUnknown(name))
  if (unknown !== undefined && rules.unknownParameters === 'refused') return invalid(unknown)
  if (selection.cells.some((cell) => rules.unitsPerUsd(currency, cell) === null)) return invalid('currency')
  if (resolution > rules.finestResolution) return new Refused('resolution_not_in_plan', { headers })
  const limit = typeof rules.cellBudget === 'number' ? rules.cellBudget : (rules.cellBudget[resolution] ?? 0)
  if (selection.cost > limit) return new Refused('too_many_hexes', { headers, ...(rules.namesLimit && { limit }) })
  return used >= rules.allowance ? new Refused('quota_exhausted', { headers }) : null
}
