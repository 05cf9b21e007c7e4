import { describe, expect, it } from 'vitest'
import { readRate } from './rate-headers.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const AFTER_30_S = NOW.getTime() / 1_000 + 30

describe('a rate limit', () => {
  it.each([
    ['the interface’s headers', { 'x-ratelimit-remaining': '3', 'retry-after': '30' }, 3, 30],
    ['a limit by name', { ratelimit: '"default";r=0;t=30', 'ratelimit-policy': '"default";q=100;w=60' }, 0, 30],
    ['several limits', { ratelimit: '"day, all";r=900;t=5000, "burst" ; r=2 ; t=7' }, 2, 7],
    ['an earlier draft', { ratelimit: 'limit=100, remaining=0, reset=30' }, 0, 30],
    ['a header for each', { 'ratelimit-limit': '100', 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 0, 30],
    ['a reset in seconds since 1970', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${AFTER_30_S}` }, 0, 30],
    ['a reset in milliseconds', { 'x-ratelimit-reset': `${AFTER_30_S * 1_000}` }, null, 30],
    ['a reset as a date', { 'ratelimit-reset': 'Sat, 21 Nov 2026 10:00:30 GMT' }, null, 30],
    ['fractions of a second', { 'ratelimit-reset': '29.2' }, null, 30],
    ['a reset in the past', { 'ratelimit-reset': `${AFTER_30_S - 60}` }, null, 0],
    ['an absurd reset', { 'ratelimit-reset': '9'.repeat(300) }, null, 3_600],
    ['a reset in a thousand years', { 'x-ratelimit-reset': '33000000000' }, null, 3_600],
    ['an absurd reset of a limit by name', { ratelimit: '"default";r=0;t=86400' }, 0, 3_600],
    ['a reset in seconds since 1970 of an earlier draft', { ratelimit: `remaining=0, reset=${AFTER_30_S}` }, 0, 30],
    ['an absurd number left', { 'ratelimit-remaining': '9'.repeat(300) }, null, null],
    [
      'nothing that can be read',
      { ratelimit: 'many', 'ratelimit-remaining': '-1', 'ratelimit-reset': 'soon' },
      null,
      null,
    ],
    ['nothing', {}, null, null],
  ] as const)('is read from %s', (_, headers, remaining, wait) => {
    expect(readRate(headers, NOW)).toEqual({ remaining, wait })
  })

  it('is the interface’s where others are stated too', () => {
    const headers = {
      'x-ratelimit-remaining': '59',
      ratelimit: '"x";r=0;t=60',
      'retry-after': '5',
      'ratelimit-reset': '60',
    }
    expect(readRate(headers, NOW)).toEqual({ remaining: 59, wait: 5 })
  })
})
