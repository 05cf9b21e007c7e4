/** Milliseconds by which the clocks of a ledger's proxies may differ. */
const SKEW = 86_400_000

/**
 * True when so many milliseconds have passed since a time that was written down (ISO 8601). One that lies far in the
 * future is by a clock that was wrong, and would otherwise count until then.
 */
export function hasPassed(at: string, ms: number, now: Date): boolean {
  const since = now.getTime() - Date.parse(at)
  return since >= ms || since < -SKEW
}

/** The time so many milliseconds from now, as it is written down (ISO 8601). */
export function timeAfter(ms: number, now: Date): string {
  return new Date(now.getTime() + ms).toISOString()
}

/** True when the end of a pause (ISO 8601) is past, or farther ahead than any pause of at most `longest` milliseconds. */
export function isPauseOver(until: string, longest: number, now: Date): boolean {
  const left = Date.parse(until) - now.getTime()
  return left <= 0 || left > longest + SKEW
}
