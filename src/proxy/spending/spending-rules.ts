import type { SpendingMode } from '../../contract/proxy-api.ts'
import { ADDRESSES_A_SITE } from '../../server/http/counted-address.ts'

/** The operator's guards on spending, in metered calls; null for a cap that is not set. */
export interface SpendingRules {
  readonly mode: SpendingMode
  /** Calls of the allowance that are never spent. */
  readonly reserve: number
  readonly callsPerDay: number | null
  readonly callsPerAddress: number | null
  readonly callsPerSession: number | null
}

export const UNGUARDED: SpendingRules = {
  mode: 'buy',
  reserve: 0,
  callsPerDay: null,
  callsPerAddress: null,
  callsPerSession: null,
}

/** Who a purchase is for. */
export interface Viewer {
  /** IPv4 address, or the /64 network of an IPv6 subscriber. */
  readonly address: string
  /** From the cookie; null when a request had none. */
  readonly session: string | null
}

/** The names that the ledger counts a viewer by. */
export interface ViewerNames extends Viewer {
  /** The /48 network around an IPv6 subscriber's /64; null for other addresses. */
  readonly site: string | null
}

/** A cap that is set, and its scope. */
export interface NamedCap {
  readonly scope: 'day' | 'viewer'
  readonly name: string
  readonly most: number
}

/** Returns the day of an instant, in UTC: 2026-11-21. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns when the counts of a day start again from zero. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString()
}

/** Returns the caps that a viewer's calls count against; `viewer` is null where viewers are not counted. */
export function capsOf(rules: SpendingRules, day: string, viewer: ViewerNames | null): NamedCap[] {
  const { callsPerDay, callsPerAddress, callsPerSession } = rules
  const caps: NamedCap[] = []
  if (callsPerDay !== null) caps.push({ scope: 'day', name: `${day} all`, most: callsPerDay })
  if (viewer === null) return caps
  if (callsPerAddress !== null) {
    caps.push({ scope: 'viewer', name: `${day} address ${viewer.address}`, most: callsPerAddress })
    if (viewer.site !== null) {
      caps.push({ scope: 'viewer', name: `${day} site ${viewer.site}`, most: ADDRESSES_A_SITE * callsPerAddress })
    }
  }
  if (callsPerSession !== null && viewer.session !== null) {
    caps.push({ scope: 'viewer', name: `${day} session ${viewer.session}`, most: callsPerSession })
  }
  return caps
}
