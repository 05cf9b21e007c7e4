import { describe, expect, it } from 'vitest'
import { readAnswer } from './service-answer.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const RESET = '2026-12-01T00:00:00Z'

function refusalOf(more: object, headers: Record<string, string> = {}) {
  const envelope = { error: 'quota_exhausted', message: 'All is spent.', docs_url: '', ...more }
  const body = Buffer.from(JSON.stringify(envelope))
  const result = readAnswer({ status: 402, headers, body }, () => expect.fail('it is a refusal'), NOW)
  return result.kind === 'refused' ? result.refusal : expect.fail(`it was read as ${result.kind}`)
}

describe('a redirect', () => {
  it('that was not followed says what to set', () => {
    const result = readAnswer({ status: 308, headers: {}, body: Buffer.from('') }, () => expect.fail(), NOW)
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'invalid_answer' } })
    expect(JSON.stringify(result)).toContain('returned 308, a redirect: SERVICE_BASE_URL should be the address')
  })
})

describe('a refusal', () => {
  it('lasts until X-Quota-Reset, whose form is known, rather than the envelope’s time', () => {
    expect(refusalOf({ resets_at: 'next month' }, { 'x-quota-reset': RESET }).resets_at).toBe(RESET)
    expect(refusalOf({ resets_at: RESET }).resets_at).toBe(RESET)
    expect(refusalOf({}).resets_at).toBeNull()
  })

  it('with status 413 is about its code, unless it has none', () => {
    const read = (body: string) =>
      readAnswer({ status: 413, headers: {}, body: Buffer.from(body) }, () => expect.fail(), NOW)
    const envelope = { error: 'too_many_hexes', message: '', docs_url: '', max_hexes: 700 }
    const refusal = { code: 'too_many_hexes', limit: 700 }
    expect(read(JSON.stringify(envelope))).toMatchObject({ kind: 'refused', refusal })
    for (const body of ['<h1>Too large</h1>', JSON.stringify({ ...envelope, error: 'malformed_request' })]) {
      expect(read(body)).toMatchObject({ kind: 'failed', failure: { code: 'url_too_long' } })
    }
  })

  it('is one with status 200 too, unless nobody knows its code', () => {
    const read = (error: string) => {
      const body = Buffer.from(JSON.stringify({ error, message: 'Too many.', docs_url: '' }))
      const shape = () => {
        throw new Error('expected figures')
      }
      return readAnswer({ status: 200, headers: {}, body }, shape, NOW)
    }
    expect(read('too_many_hexes')).toMatchObject({ kind: 'refused', refusal: { code: 'too_many_hexes', status: 422 } })
    expect(read('internal_error')).toMatchObject({ kind: 'refused', refusal: { status: 500 } })
    expect(read('teapot')).toMatchObject({ kind: 'failed', failure: { code: 'invalid_answer' } })
  })

  it('is one with status 200 beside a list without rows, which is not an answer then', () => {
    const read = (error: unknown) =>
      readAnswer({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ stats: [], error })) }, () => [], NOW)
        .kind
    expect(['internal_error', null, '', 'none'].map(read)).toEqual(['refused', 'ok', 'ok', 'ok'])
  })

  it('keeps its code whatever form its additional keys have', () => {
    const more = { limit: '3,000', resets_at: 1_796_083_200, upgrade_url: null, did_you_mean: 'Spain', docs_url: null }
    const expected = { code: 'quota_exhausted', message: 'All is spent.', limit: null, resets_at: null }
    expect(refusalOf(more)).toMatchObject(expected)
  })
})
