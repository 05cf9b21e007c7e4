import { describe, expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '../../../contract/service/errors.ts'
import { readRetryAfter } from '../../../server/http/retry-after.ts'
import { DEFAULT_PATIENCE, pauseBefore } from './retry-pause.ts'

const FRESH = { faults: 0, waits: 0 }

function refusal(code: ErrorCode, retry_after_s: number | null = null, status = 500) {
  return {
    code,
    status,
    message: '',
    parameter: null,
    limit: null,
    request_id: null,
    resets_at: null,
    retry_after_s,
  }
}

describe('a retry', () => {
  it('follows rate_limited and internal_error, and nothing else', () => {
    const repeated = Object.keys(ERROR_STATUS).filter(
      (code) => pauseBefore(refusal(code as ErrorCode), FRESH, DEFAULT_PATIENCE, 0) !== null,
    )
    expect(repeated.sort()).toEqual(['internal_error', 'rate_limited'])
  })

  it('waits as Retry-After asks, and is not made when that is longer than a viewer would stay', () => {
    expect(pauseBefore(refusal('rate_limited', 7), FRESH, DEFAULT_PATIENCE, 0)).toBe(7_000)
    expect(pauseBefore(refusal('rate_limited', 3_600), FRESH, DEFAULT_PATIENCE, 0)).toBeNull()
  })

  it('after a fault waits as a server under maintenance asks, and is not made when that is longer', () => {
    const pauseAfter = (seconds: number) =>
      pauseBefore(refusal('internal_error', seconds, 503), FRESH, DEFAULT_PATIENCE, 0)
    expect([0, 7, 600].map(pauseAfter)).toEqual([500, 7_000, null])
  })

  it('does not follow a page of a gateway that refuses the request itself', () => {
    const pauseAfter = (status: number) =>
      pauseBefore({ ...refusal('internal_error', null, status), isOfGateway: true }, FRESH, DEFAULT_PATIENCE, 0)
    expect([403, 404, 451].map(pauseAfter)).toEqual([null, null, null])
    expect([408, 425, 502, 503].map(pauseAfter)).toEqual([500, 500, 500, 500])
  })

  it('does not follow a status that says that there is no such endpoint', () => {
    const pauseAfter = (status: number) =>
      pauseBefore(refusal('internal_error', null, status), FRESH, DEFAULT_PATIENCE, 0)
    expect([404, 405, 410, 501].map(pauseAfter)).toEqual([null, null, null, null])
    expect([500, 502].map(pauseAfter)).toEqual([500, 500])
  })

  it('backs off twice as long each time, with jitter, and stops', () => {
    const pauses = [0, 1, 2, 3].map((faults) =>
      pauseBefore(refusal('internal_error'), { faults, waits: 0 }, DEFAULT_PATIENCE, 0.5),
    )
    expect(pauses).toEqual([750, 1_500, 3_000, null])
  })

  it('reads Retry-After as seconds or as a date, and as an hour at most', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    expect(readRetryAfter('30', now)).toBe(30)
    expect(readRetryAfter('Sat, 21 Nov 2026 10:00:20 GMT', now)).toBe(20)
    expect(readRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0)
    for (const raw of ['999999999', '9'.repeat(400), 'Tue, 01 Jan 2999 00:00:00 GMT']) {
      expect(readRetryAfter(raw, now), raw).toBe(3_600)
    }
    for (const raw of ['1.5', '2, 1', ' 2 ']) expect(readRetryAfter(raw, now), raw).toBe(2)
    for (const raw of ['soon', '-5', '1.5s', '']) expect(readRetryAfter(raw, now), raw).toBeNull()
  })
})
