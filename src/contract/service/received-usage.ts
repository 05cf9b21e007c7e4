/**
 * Section 2.8, "exact field names beyond those listed: not shown". The reader finds the group that `/stats/current` spends
 * from in a list or a map, under any name of the list, and takes numbers as text, too. A number that it cannot read is
 * unknown, which is not 0.
 */
import { type Fields, fieldsOf, isFields } from './values/fields.ts'

/** The groups whose calls are counted. Source: interface section 8. */
export type CountedGroup = 'current' | 'history'

/** The usage of a group; null for what the response leaves out. */
export interface Usage {
  readonly used: number | null
  readonly remaining: number | null
  readonly limit: number | null
  readonly resetsAt: string | null
  readonly degraded: boolean
  /** Whether the group's calls count against an allowance. */
  readonly isCounted: boolean | null
}

/** How deep the group may lie: in a list within an envelope. */
const DEPTH = 3
const CYCLE_LIMITS = ['cycle', 'limit', 'limits', 'allowance', 'quota', 'per_cycle', 'month', 'monthly', 'max', 'total']
const RESETS = ['cycle_resets_at', 'resets_at', 'reset_at', 'cycle_reset', 'cycle_ends_at', 'period_end', 'reset']

/** The usage of the group `current`, and that of `history` where the service counts it apart. */
export interface Usages {
  readonly current: Usage
  readonly history: Usage | null
}

/** Reads the usage of both groups in any likely shape; never throws. */
export function readUsages(body: unknown): Usages {
  return {
    current: readUsage(body),
    history: findGroup(body, 'history', DEPTH) === null ? null : readUsage(body, 'history'),
  }
}

/** Reads the usage of a group in any likely shape; never throws. */
export function readUsage(body: unknown, name: CountedGroup = 'current'): Usage {
  const top = fieldsOf(body)
  const group = findGroup(body, name, DEPTH) ?? {}
  const [used, remaining] = [countOf(group.used), countOf(group.remaining)]
  const resets = [top, group, fieldsOf(group.limits)].flatMap((fields) => RESETS.map((name) => fields[name]))
  return {
    used,
    remaining,
    limit: limitOf(group) ?? (used === null || remaining === null || remaining === 0 ? null : used + remaining),
    resetsAt:
      (resets.find((value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))) as string | null) ?? null,
    degraded: flagOf(top.degraded) ?? flagOf(group.degraded) ?? false,
    isCounted: flagOf(group.metered),
  }
}

function findGroup(body: unknown, name: CountedGroup, depth: number): Fields | null {
  if (depth === 0 || typeof body !== 'object' || body === null) return null
  if (Array.isArray(body)) {
    return body.map(fieldsOf).find((entry) => Object.values(entry).includes(name)) ?? null
  }
  const named = (body as Fields)[name]
  if (isFields(named)) return named
  for (const inner of Object.values(body)) {
    const found = findGroup(inner, name, depth - 1)
    if (found !== null) return found
  }
  return null
}

/** A group has its limit beside a rate per minute: as a number, or in an object of limits. */
function limitOf(group: Fields): number | null {
  const own = CYCLE_LIMITS.map((name) => countOf(group[name]))
  const inner = CYCLE_LIMITS.map((name) => countOf(fieldsOf(group.limits)[name]))
  return [...own, ...inner].find((count) => count !== null) ?? null
}

function countOf(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : null
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : null
}
