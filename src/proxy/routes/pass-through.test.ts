import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { Fault } from '../../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'

const [CELL = ''] = parentsAround(8, 1)
const MOST_BYTES = 50_000
const HTML = '<html><h1>Bad gateway</h1></html>'
const ENDPOINTS = ['/ping', '/coverage', '/geo', `/geo/lookup?h3=${CELL}`, '/geo/z1/hexes', '/meta/filters']

let service: StrangeService
let proxy: ProxyUnderTest
let asked = 0

beforeAll(async () => {
  service = await startStrangeService({ places: { z1: parentsAround(8, 3) }, currencies: ['USD', 'EUR'] })
  const limits = { longest: 300, maxAnswer: MOST_BYTES }
  proxy = await startProxyUnderTest(service, {
    connectionLimits: { connect: 1_000, silence: 10_000, metered: limits, free: limits },
    // The table has more faults in a row than a service that is up.
    circuit: { faults: 10_000, pause: 1, longestPause: 1 },
  })
  // The first request takes longest, and on a busy machine longer than the limit.
  await proxy.get(freshly('/ping'))
})

afterAll(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

/** A request that no earlier one has had answered. */
const freshly = (path: string) => `/public/v1${path}${path.includes('?') ? '&' : '?'}asked=${++asked}`

/** A fault, and the status and code that the browser gets; null for those that take nothing from the answer. */
const faults: [string, Fault, [number, string] | null][] = [
  ['a gateway’s HTML 502', { kind: 'status', status: 502, body: HTML }, [502, 'internal_error']],
  ['a gateway’s HTML 403', { kind: 'status', status: 403, body: HTML }, [502, 'internal_error']],
  ['a 503 without a body', { kind: 'status', status: 503 }, [502, 'internal_error']],
  ['a gateway’s HTML 429', { kind: 'status', status: 429, body: HTML }, [429, 'rate_limited']],
  ['a 204', { kind: 'status', status: 204 }, [502, 'internal_error']],
  ['a status that no browser knows', { kind: 'status', status: 999, body: '{"error":"x"}' }, [502, 'internal_error']],
  ['a redirect', { kind: 'status', status: 302, headers: { Location: '/' } }, [502, 'internal_error']],
  ['HTML with status 200', { kind: 'body', body: HTML, contentType: 'text/html' }, [502, 'internal_error']],
  ['no body', { kind: 'body', body: '' }, [502, 'internal_error']],
  ['a truncated body', { kind: 'truncate' }, [502, 'internal_error']],
  ['a body that is too long', { kind: 'body', body: `["${'x'.repeat(MOST_BYTES)}"]` }, [502, 'internal_error']],
  ['an unknown encoding', { kind: 'changed', encoding: 'zstd' }, [502, 'internal_error']],
  ['a dropped connection', { kind: 'reset' }, [502, 'internal_error']],
  ['a connection dropped in mid-body', { kind: 'reset_midway' }, [502, 'internal_error']],
  ['a hang', { kind: 'hang' }, [502, 'internal_error']],
  ['a byte at a time', { kind: 'drip' }, [502, 'internal_error']],
  ['internal_error', { kind: 'code', code: 'internal_error' }, [500, 'internal_error']],
  ['a lapsed token', { kind: 'code', code: 'invalid_token' }, [401, 'invalid_token']],
  ['rate_limited without a wait', { kind: 'code', code: 'rate_limited' }, [429, 'rate_limited']],
  ['the wrong content type', { kind: 'changed', contentType: 'text/html' }, null],
]

describe.each(ENDPOINTS)('GET %s', (endpoint) => {
  it.each(faults)('with %s returns JSON, and the right answer once the fault is over', async (_, fault, refused) => {
    const path = freshly(endpoint)
    service.rules.freeFault = () => fault
    const { response, text } = await proxy.get(path)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(text).not.toContain('<')
    const code = (JSON.parse(text) as { error?: string }).error
    expect(refused === null ? [response.status] : [response.status, code]).toEqual(refused ?? [200])

    service.rules.freeFault = () => null
    const after = await proxy.get(path)
    expect(after.response.status).toBe(200)
    expect(JSON.parse(after.text)).toEqual(JSON.parse((await proxy.get(freshly(endpoint))).text))
  })

  it('with another shape is not kept', async () => {
    const path = freshly(endpoint)
    service.rules.freeFault = () => ({ kind: 'body', body: '{"moon":"full"}' })
    await proxy.get(path)
    service.rules.freeFault = () => null
    expect((await proxy.get(path)).text).not.toContain('moon')
  })
})

describe('an endpoint that the service does not have', () => {
  const absences: [string, Fault][] = [
    ['not_found', { kind: 'code', code: 'not_found' }],
    ['malformed_request with 405', { kind: 'code', code: 'malformed_request', status: 405 }],
    ['a code of its own with 501', { kind: 'code', code: 'not_implemented', status: 501 }],
    ...[404, 405, 410, 501].map((status): [string, Fault] => [
      `HTML ${status}`,
      { kind: 'status', status, body: HTML },
    ]),
  ]
  it.each(absences)('by %s is what the interface has for a service without places or filters', async (_, fault) => {
    service.rules.freeFault = () => fault
    const answers = ['/geo', '/geo/lookup?lat=1&lng=1', '/geo/z1/hexes', '/meta/filters'].map(async (path) => {
      const { response, text } = await proxy.get(freshly(path))
      return [response.status, JSON.parse(text).error ?? text]
    })
    const found = (await proxy.get('/api/search?q=barcelona')).text
    expect([...(await Promise.all(answers)), JSON.parse(found).error]).toEqual([
      [200, '{"results":[]}'],
      [404, 'unknown_place'],
      [404, 'unknown_place'],
      [404, 'not_found'],
      'unknown_place',
    ])
    service.rules.freeFault = () => null
  })

  it('is not what a name without a place means', async () => {
    service.rules.freeFault = () => ({ kind: 'code', code: 'not_covered' })
    expect(JSON.parse((await proxy.get(freshly('/geo/lookup?lat=1&lng=1'))).text).error).toBe('not_covered')
    service.rules.freeFault = () => null
  })
})

it('a refusal links to the contract that the proxy passes on, not to the service’s own address', async () => {
  const envelope = { error: 'unknown_place', message: 'None.', docs_url: `${service.url}/openapi.yaml` }
  service.rules.freeFault = () => ({ kind: 'status', status: 404, body: JSON.stringify(envelope) })
  const { text } = await proxy.get(freshly('/geo/lookup?lat=1&lng=1'))
  service.rules.freeFault = () => null
  expect(JSON.parse(text)).toEqual({ ...envelope, docs_url: '/public/v1/openapi.yaml' })
})

it('a further page of places that only the header names is in the body, without the service’s address', async () => {
  const headers = { Link: `<${service.url}/public/v1/geo?page=2>; rel="next"` }
  service.rules.freeFault = () => ({ kind: 'status', status: 200, body: '{"results":[]}', headers })
  const { text } = await proxy.get(freshly('/geo'))
  service.rules.freeFault = () => null
  expect(JSON.parse(text)).toEqual({ next_link: '?page=2', has_more: true, results: [] })
})

it('what an operator can do about a fault is in the log, not in the answer', async () => {
  const about: [Fault, RegExp][] = [
    [{ kind: 'status', status: 302, headers: { Location: '/' } }, /SERVICE_BASE_URL/],
    [{ kind: 'changed', encoding: 'zstd' }, /unknown encoding 'zstd'/],
    [{ kind: 'hang' }, /UND_ERR|ANSWER_TOO_SLOW/],
  ]
  for (const [fault, detail] of about) {
    service.rules.freeFault = () => fault
    const before = proxy.said().length
    const { text } = await proxy.get(freshly('/coverage'))
    service.rules.freeFault = () => null
    expect(text).not.toMatch(detail)
    await expect.poll(() => proxy.said().slice(before)).toMatch(detail)
  }
})

it('a request that hangs is abandoned, and delays no other', async () => {
  service.rules.freeFault = (path) => (path === '/geo' ? { kind: 'hang' } : null)
  const ended: string[] = []
  const ask = async (path: string) => {
    const { response } = await proxy.get(freshly(path))
    ended.push(`${path} ${response.status}`)
  }
  await Promise.all(['/geo', '/ping', '/coverage'].map(ask))
  expect(ended.at(-1)).toBe('/geo 502')
  expect(ended.slice(0, 2).sort()).toEqual(['/coverage 200', '/ping 200'])
  expect((await proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
  service.rules.freeFault = () => null
})

it('an unknown name is refused by the service’s own path, and an answer on the page’s', async () => {
  service.rules.freeFault = () => ({ kind: 'code', code: 'unknown_place' })
  expect((await proxy.get(freshly('/geo/search?q=xqzvvk'))).response.status).toBe(404)
  const { response, text } = await proxy.get(`/api/search?q=xqzvvk&asked=${++asked}`)
  expect([response.status, JSON.parse(text).error]).toEqual([200, 'unknown_place'])

  service.rules.freeFault = () => ({ kind: 'code', code: 'rate_limited' })
  const refused = await proxy.get(`/api/search?q=xqzvvk&asked=${++asked}`)
  expect([refused.response.status, JSON.parse(refused.text).error]).toEqual([429, 'rate_limited'])
  service.rules.freeFault = () => null
  const found = await proxy.get(`/api/search?q=gracia&asked=${++asked}`)
  expect(JSON.parse(found.text)).toEqual(JSON.parse((await proxy.get(freshly('/geo/search?q=gracia'))).text))
})

it.each([
  ['9'.repeat(30), '3600'],
  ['Sat, 21 Nov 2026 10:00:20 GMT', '20'],
  ['1.5', '2'],
  ['soon', null],
])('a wait of %s comes in seconds, and an hour at most', async (stated, passed) => {
  const headers = { 'Retry-After': stated, Date: 'Sat, 21 Nov 2026 10:00:00 GMT' }
  const faults: Fault[] = [
    { kind: 'code', code: 'rate_limited', headers },
    { kind: 'status', status: 503, headers },
  ]
  for (const fault of faults) {
    const own = await startStrangeService({ freeFault: () => fault })
    const before = await startProxyUnderTest(own)
    expect((await before.get('/public/v1/geo')).response.headers.get('Retry-After')).toBe(passed)
    await before.close()
    await own.close()
  }
})
