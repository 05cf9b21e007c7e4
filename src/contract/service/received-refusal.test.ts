import { describe, expect, it } from 'vitest'
import { readRefusalBody } from './received-refusal.ts'

const limitIn = (fields: object, error = 'too_many_hexes') =>
  readRefusalBody({ error, message: 'Too many.', docs_url: '', ...fields })?.limit

describe('the limit in a refusal', () => {
  it.each(['limit', 'max', 'budget', 'max_hexes', 'maxHexes', 'cell_budget', 'max-h3-cells', 'hexesPerRequestLimit'])(
    'is known as %s, beside the code or in details',
    (name) => {
      expect(limitIn({ requested: 2_744, [name]: 700 })).toBe(700)
      expect(limitIn({ details: { cells: 2_744, [name]: '700' } })).toBe(700)
      expect(readRefusalBody({ error: { code: 'too_many_hexes', details: { [name]: 700 } } })?.limit).toBe(700)
    },
  )

  it.each(['max_resolution', 'requested', 'cells', 'hexes', 'limit_used', 'rate_limit', 'max_retries', 'cells_max_km'])(
    'is not taken from %s',
    (name) => expect(limitIn({ [name]: 8 })).toBeUndefined(),
  )

  it('is the one that the interface names, where there are several', () => {
    expect(limitIn({ max_hexes: 9_000, limit: 700 })).toBe(700)
  })
})

it.each([
  'Too many hexes: 2744 of 700',
  'too_many_hexes (700 at most)',
  'TooManyHexes, 700 at most',
  'urn:too-many-hexes',
])('a code is known with what explains it: %s', (error) =>
  expect(readRefusalBody({ error })?.error).toBe('too_many_hexes'),
)

it('a list that FastAPI finds too long has too many cells', () => {
  const ctx = { field_type: 'List', max_length: 700, actual_length: 2_744 }
  const msg = 'List should have at most 700 items after validation, not 2744'
  const refusal = (loc: string[]) => readRefusalBody({ detail: [{ type: 'too_long', loc, msg, ctx }] })
  expect(refusal(['query', 'h3'])).toMatchObject({ error: 'too_many_hexes', limit: 700, message: msg })
  expect(refusal(['query', 'lens'])).toBeNull()
})

it('a message is cut, because people read it', () => {
  expect(readRefusalBody({ error: 'rate_limited', message: 'x'.repeat(10_000) })?.message).toBe('x'.repeat(1_000))
})
