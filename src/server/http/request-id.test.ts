import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { currentRequestId, logByRequest, requestIdOf, withinRequest } from './request-id.ts'

describe('the id of a request', () => {
  it('is the one sent when that is well-formed', () => {
    for (const id of ['7b1e7c2e-64c5-4d0e-8f0e-2a7f3c1d9a10', '9f86d081884c7d65', '01HZX3KQ9M-eu-1']) {
      expect(requestIdOf(id)).toBe(id)
    }
  })

  it('is a new one when the one sent is too short, too long, sent twice, or could be a token', () => {
    const token = 'svc_live_ro_0123456789abcdef'
    const refused = [undefined, '', 'short', 'x'.repeat(65), 'abcdefgh, abcdefgh', ['abcdefgh', 'abcdefgh'], token]
    for (const sent of refused) expect(requestIdOf(sent)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('never has characters that would break a header or a log line', () => {
    fc.assert(fc.property(fc.string(), (sent) => /^[A-Za-z0-9-]{8,64}$/.test(requestIdOf(sent))))
  })

  it('stays with everything that a request starts, however requests interleave', async () => {
    const ids = await Promise.all(
      ['request-a', 'request-b', 'request-c'].map((id, i) =>
        withinRequest(id, async () => {
          await sleep(3 - i)
          return currentRequestId()
        }),
      ),
    )
    expect(ids).toEqual(['request-a', 'request-b', 'request-c'])
    expect(currentRequestId()).toBeUndefined()
  })
})

describe('a log by request', () => {
  it('has the request’s id in each line, and none outside a request', () => {
    const lines: string[] = []
    const log = logByRequest(pino({}, { write: (line) => void lines.push(line) }))
    log.info('outside')
    withinRequest('request-a', () => {
      log.info('plain')
      log.error({ err: new Error('broken'), part: 1 }, 'with fields')
    })
    const [outside, plain, fields] = lines.map((line) => JSON.parse(line))
    expect(outside).not.toHaveProperty('request_id')
    expect(plain).toMatchObject({ request_id: 'request-a', msg: 'plain' })
    expect(fields).toMatchObject({ request_id: 'request-a', part: 1, err: { message: 'broken', type: 'Error' } })
  })
})
