import { expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '../../../contract/service/errors.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import { createRefusalPauses, finalSubject } from './refusal-pauses.ts'

const MINUTE = 60_000
const REFUSAL = ownRefusal('service_reset', '')

it.each([0, 1, 4])('calls that break at once start one pause; the first %i tolerated', (tolerated) => {
  let elapsed = 0
  const pauses = createRefusalPauses(() => elapsed, { tolerated })
  const refusals = (calls: number) => {
    const marks = Array.from({ length: calls }, () => pauses.mark())
    for (const mark of marks) {
      elapsed += 10
      pauses.start('a tile', REFUSAL, mark)
    }
  }
  const isPaused = () => pauses.objection('a tile') !== null
  refusals(3)
  for (let before = 0; before < tolerated; before++) {
    expect(isPaused()).toBe(false)
    refusals(3)
  }
  elapsed += MINUTE - 100
  expect(isPaused()).toBe(true)
  elapsed += 100
  expect(isPaused()).toBe(false)
  refusals(3)
  elapsed += 2 * MINUTE - 100
  expect(isPaused(), 'the next one is twice as long').toBe(true)
  elapsed += 100
  expect(isPaused()).toBe(false)
})

it('every refusal that forbids a retry is final, except those that teach limits and allowances', () => {
  const passing = ['rate_limited', 'internal_error', 'quota_exhausted']
  const learned = ['invalid_token', 'subscription_inactive', 'resolution_not_in_plan', 'too_many_hexes']
  const codes = Object.entries(ERROR_STATUS) as [ErrorCode, number][]
  const open = codes.filter(([code, status]) => finalSubject({ code, status }) === null).map(([code]) => code)
  expect(open.sort()).toEqual([...passing, ...learned].sort())
})
