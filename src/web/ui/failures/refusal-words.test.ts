import { expect, test } from 'vitest'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { ERROR_STATUS } from '../../../contract/service/errors.ts'
import { formatMoment } from '../words/format.ts'
import { refusalWords } from './refusal-words.ts'

const OWN = [
  'not_covered',
  'no_period',
  'proxy_stopping',
  'confirmation_needed',
  'held_only',
  'reserve_reached',
  'day_cap_reached',
  'viewer_cap_reached',
  'service_paused',
  'ledger_unreachable',
  'service_unreachable',
  'service_blocked',
  'service_reset',
  'service_timeout',
  'service_url_too_long',
  'service_invalid_answer',
  'under_way',
  'costs_more',
  'not_a_shape',
  'too_large',
  'proxy_busy',
]
const refusal = (change: Partial<Refusal>): Refusal => ({
  code: '',
  message: 'As the server put it.',
  request_id: null,
  resets_at: null,
  retry_after_s: null,
  ...change,
})

test.each([...OWN, 'quota_exhausted', 'subscription_inactive', 'resolution_not_in_plan', 'internal_error'])(
  '%s has words of the page’s own',
  (code) => {
    const words = refusalWords(refusal({ code }))
    expect(words).toMatch(/^[A-Z].+\.$/)
    expect(words).not.toContain('As the server put it.')
    expect(words).not.toContain(code)
    expect(words).not.toMatch(/null|undefined|NaN/)
  },
)

test('every code of the interface has words, and an unknown code keeps the server’s message', () => {
  for (const code of Object.keys(ERROR_STATUS)) expect(refusalWords(refusal({ code })).length).toBeGreaterThan(20)
  expect(refusalWords(refusal({ code: 'constructor' }))).toBe('As the server put it.')
  expect(refusalWords(refusal({ code: 'service_moved' }))).toBe('As the server put it.')
})

test('a refusal says when buying resumes, if that is known', () => {
  const resets_at = '2100-11-16T00:00:00Z'
  for (const code of ['day_cap_reached', 'viewer_cap_reached', 'reserve_reached']) {
    expect(refusalWords(refusal({ code, resets_at }))).toContain(`can be bought ${formatMoment(resets_at)}. Search`)
  }
  const past = refusalWords(refusal({ code: 'quota_exhausted', resets_at: '2024-12-01T00:00:00Z' }))
  expect(past).not.toContain('2024')
  expect(refusalWords(refusal({ code: 'service_paused', retry_after_s: 29.2 }))).toContain('again in 30 seconds.')
  expect(refusalWords(refusal({ code: 'service_paused', retry_after_s: 300 }))).toContain('again in 5 minutes.')
  expect(refusalWords(refusal({ code: 'proxy_busy', retry_after_s: 3 }))).toContain('again in 3 seconds.')
  expect(refusalWords(refusal({ code: 'ledger_unreachable', retry_after_s: 1 }))).toContain('again in 1 second.')
})

test('a near moment is exact to the minute, a far one to the day', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(formatMoment('2026-11-16T00:00:00Z', now)).toMatch(/:\d\d/)
  expect(formatMoment('2026-12-01T00:00:00Z', now)).not.toMatch(/:\d\d/)
  expect(formatMoment('some day', now)).toBe('some day')
})
