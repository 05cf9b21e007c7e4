/** In seconds. A longer wait would hide that the fault, or the limit, is over. */
const LONGEST = 3_600

/**
 * Returns the seconds in a Retry-After header, which is a number or an HTTP date (RFC 9110, 10.2.3), and `longest` seconds,
 * an hour unless given, for any longer wait; null when it is neither. A fraction counts as a whole second, and of several
 * numbers, as from several servers on the way, the largest counts.
 */
export function readRetryAfter(raw: string, now: Date, longest = LONGEST): number | null {
  if (/^\s*\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*\s*$/.test(raw)) {
    return Math.min(longest, Math.ceil(Math.max(...raw.split(',').map(Number))))
  }
  // An HTTP date starts with its weekday. Without this check, a number such as -5 would parse as a date too.
  const date = /^[A-Z][a-z]/.test(raw) ? Date.parse(raw) : Number.NaN
  return Number.isNaN(date) ? null : Math.min(longest, Math.max(0, Math.ceil((date - now.getTime()) / 1000)))
}
