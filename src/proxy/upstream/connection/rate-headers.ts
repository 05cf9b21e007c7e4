import { HEADERS } from '../../../contract/limits.ts'
import { readRetryAfter } from '../../../server/http/retry-after.ts'

type Headers = Readonly<Record<string, string>>

/** The rate limit as an answer's headers state it; null where they state nothing. */
export interface StatedRate {
  /** Requests left in the present window. */
  readonly remaining: number | null
  /** Seconds until the next request; an hour at most, because longer waits would hide that the limit is over. */
  readonly wait: number | null
}

const LONGEST_WAIT = 3_600
/** A number from these on is not a wait but an instant: seconds, or milliseconds, since 1970. */
const EPOCH = { seconds: 1e9, milliseconds: 1e12 }

/**
 * Reads the interface's headers; and, for services behind gateways that write others, those of the IETF's drafts:
 * `RateLimit: "default";r=0;t=30`, `RateLimit: remaining=0, reset=30`, `RateLimit-Remaining` and `RateLimit-Reset`.
 */
export function readRate(headers: Headers, now: Date): StatedRate {
  const draft = readDraft(headers.ratelimit ?? '', now)
  const named = [HEADERS.rateRemaining.toLowerCase(), 'ratelimit-remaining'].map((name) => countOf(headers[name]))
  const resets = ['ratelimit-reset', 'x-ratelimit-reset'].map((name) => untilReset(headers[name], now))
  const waits = [readRetryAfter(headers[HEADERS.retryAfter.toLowerCase()] ?? '', now), draft.wait, ...resets]
  return { remaining: firstOf([...named, draft.remaining]), wait: firstOf(waits) }
}

/** If there are several limits, the one with the fewest requests left counts. */
function readDraft(raw: string, now: Date): StatedRate {
  // A policy may be named by any text.
  const plain = raw.slice(0, 1_000).replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  const isOneLimit = /(^|[\s,])remaining\s*=/i.test(plain)
  const limits = (isOneLimit ? [plain] : plain.split(',')).map((limit) => ({
    remaining: countOf(/(?:^|[\s;,])(?:r|remaining)\s*=\s*(\d+)/i.exec(limit)?.[1]),
    wait: untilReset(/(?:^|[\s;,])(?:t|reset)\s*=\s*(\d+(?:\.\d+)?)/i.exec(limit)?.[1], now),
  }))
  const known = limits.filter(({ remaining }) => remaining !== null)
  return known.sort((a, b) => Number(a.remaining) - Number(b.remaining))[0] ?? { remaining: null, wait: null }
}

/** A reset is a number of seconds, an instant as seconds or milliseconds since 1970, or a date. */
function untilReset(raw: string | undefined, now: Date): number | null {
  const value = secondsOf(raw?.trim())
  if (value === null) return readRetryAfter(raw ?? '', now)
  if (value < EPOCH.seconds) return Math.min(LONGEST_WAIT, value)
  const instant = value < EPOCH.milliseconds ? value * 1_000 : value
  return Math.min(LONGEST_WAIT, Math.max(0, Math.ceil((instant - now.getTime()) / 1_000)))
}

function secondsOf(raw: string | undefined): number | null {
  return raw !== undefined && /^\d+(\.\d+)?$/.test(raw) ? Math.ceil(Number(raw)) : null
}

function countOf(raw: string | undefined): number | null {
  return raw !== undefined && /^\d{1,9}$/.test(raw.trim()) ? Number(raw) : null
}

function firstOf(values: readonly (number | null)[]): number | null {
  return values.find((value) => value !== null) ?? null
}
