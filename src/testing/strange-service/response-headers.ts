import { HEADERS } from '../../contract/limits.ts'
import { Refused } from './rules/refused.ts'
import type { StrangeRules } from './rules/rules.ts'
import type { ServiceState } from './service-state.ts'

type Group = 'metered' | 'free'

/** Writes the names of headers in the service's case. */
function cased({ headerCase }: StrangeRules, headers: Record<string, string>): Record<string, string> {
  const written = (name: string) => {
    switch (headerCase) {
      case 'as named':
        return name
      case 'lower':
        return name.toLowerCase()
      case 'upper':
        return name.toUpperCase()
    }
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [written(name), value]))
}

/** Counts a request against its group's rate limit; returns the refusal when there is none left, else null. */
export function takeRequest({ rules, windows }: ServiceState, group: Group): Refused | null {
  const limit = rules.perMinute[group]
  const window = windows[group]
  window.left = null
  if (limit === null) return null
  const { remaining, waitMs } = window.take(limit, rules.minuteMs)
  window.left = remaining
  if (waitMs === null) return null
  const wait: Record<string, string> = rules.statesWait
    ? { [HEADERS.retryAfter]: String(Math.ceil(waitMs / 1_000)) }
    : {}
  return new Refused('rate_limited', { headers: cased(rules, { ...wait, [HEADERS.rateRemaining]: '0' }) })
}

/** Returns the headers of a free answer. */
export function freeHeaders({ rules, windows }: ServiceState): Record<string, string> {
  return cased(rules, {
    [HEADERS.quotaGroup]: 'metadata',
    [HEADERS.quotaLimit]: 'uncounted',
    [HEADERS.rateLimit]: String(rules.perMinute.free ?? 600),
    [HEADERS.rateRemaining]: String(windows.free.left ?? rules.freeRemaining),
  })
}

/** Returns the headers of a metered answer. */
export function quotaHeaders({ rules, windows, used }: ServiceState): Record<string, string> {
  const link: Record<string, string> = rules.link === null ? {} : { Link: rules.link }
  if (!rules.tellsQuota) return cased(rules, link)
  return cased(rules, {
    ...link,
    [HEADERS.quotaGroup]: 'current',
    [HEADERS.quotaLimit]: String(rules.allowance),
    [HEADERS.quotaUsed]: String(used),
    [HEADERS.quotaReset]: rules.resetsAt,
    [HEADERS.rateLimit]: String(rules.perMinute.metered ?? 60),
    [HEADERS.rateRemaining]: String(windows.metered.left ?? 59),
  })
}
