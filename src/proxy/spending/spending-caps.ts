import type { SpendingMode } from '../../contract/proxy-api.ts'

/** The operator's guards on spending, in metered calls; null for a cap that is not set. */
export interface SpendingRules {
  readonly mode: SpendingMode
  /** Calls of the allowance that are never touched. */
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

/** For whom something is bought. */
export interface Viewer {
  /** Network address, or the network of one subscriber where it is IPv6. */
  readonly address: string
  /** What the cookie says; null where a request came without one. */
  readonly session: string | null
}

/** A cap that is set, and whom it is for. */
export interface NamedCap {
  readonly scope: 'day' | 'viewer'
  readonly name: string
  readonly most: number
}

/** The day of an instant, in UTC: 2026-11-21. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** When the caps of a day are counted from nothing again. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString()
}

/** The caps under which a viewer's calls are counted; `viewer` holds the names by which he is kept. */
export function capsOf(rules: SpendingRules, day: string, viewer: Viewer): NamedCap[] {
  const { callsPerDay, callsPerAddress, callsPerSession } = rules
  const caps: NamedCap[] = []
  if (callsPerDay !== null) caps.push({ scope: 'day', name: `${day} all`, most: callsPerDay })
  if (callsPerAddress !== null) {
    caps.push({ scope: 'viewer', name: `${day} address ${viewer.address}`, most: callsPerAddress })
  }
  if (callsPerSession !== null && viewer.session !== null) {
    caps.push({ scope: 'viewer', name: `${day} session ${viewer.session}`, most: callsPerSession })
  }
  return caps
}
