import { beforeEach, expect, it } from 'vitest'
import { createPace, type Pace } from './pace.ts'

let now: number
let pace: Pace

beforeEach(() => {
  now = 0
  pace = createPace({ elapsed: () => now, clock: () => new Date('2026-11-21T10:00:00Z'), unstatedWait: 10_000 })
})

const answer = (status: number, headers: Record<string, string>) => ({ status, headers, body: new Uint8Array() })

it.each([
  ['seconds', { 'retry-after': '30' }, 30_000],
  ['a date', { 'retry-after': 'Sat, 21 Nov 2026 10:00:20 GMT' }, 20_000],
  ['no header', {}, 10_000],
])('waits as long as a 429 with %s asks', (_, headers, wait) => {
  pace.note(answer(429, headers))
  expect(pace.wait()).toBe(wait)
  now = wait
  expect(pace.wait()).toBe(0)
})

it('waits only after the last request of the minute', () => {
  pace.note(answer(200, { 'x-ratelimit-remaining': '1' }))
  expect(pace.wait()).toBe(0)
  pace.note(answer(200, { 'x-ratelimit-remaining': '0' }))
  expect(pace.wait()).toBe(10_000)
})

it('is not shortened by an answer with a shorter wait', () => {
  pace.note(answer(429, { 'retry-after': '30' }))
  pace.note(answer(429, { 'retry-after': '1' }))
  expect(pace.wait()).toBe(30_000)
})
