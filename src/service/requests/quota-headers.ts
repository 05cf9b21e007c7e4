import { HEADERS } from '../../contract/limits.ts'
import type { Quota } from './service-env.ts'

/** The quota and rate headers of a response (interface section 8). */
export function quotaHeaders({ group, limit, used, resetsAt, rate }: Quota, status: number): [string, string][] {
  const headers: [string, string][] = [
    [HEADERS.quotaGroup, group],
    [HEADERS.quotaLimit, String(limit)],
    [HEADERS.rateLimit, String(rate.limit)],
    [HEADERS.rateRemaining, String(rate.remaining)],
  ]
  if (used !== null) headers.push([HEADERS.quotaUsed, String(used)])
  if (resetsAt) headers.push([HEADERS.quotaReset, resetsAt.toISOString()])
  if (status === 429) headers.push([HEADERS.retryAfter, String(rate.retry_after_s)])
  return headers
}
