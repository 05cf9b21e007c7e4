import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parentsAround } from '../testing/cells.ts'
import type { Fault } from '../testing/fault-rules.ts'
import { type FaultService, startFaultService } from '../testing/fault-service.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts'

let service: FaultService
let proxy: ProxyUnderTest

beforeEach(async () => {
  service = await startFaultService()
  proxy = await startProxyUnderTest(service)
})

afterEach(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

const ONE = parentsAround(8, 1)
const repeated = (fault: Fault): Fault[] => Array.from({ length: 10 }, () => fault)

describe('a fault that passes', () => {
  const passing: [string, Fault][] = [
    [
      'rate_limited with Retry-After in seconds',
      { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '0' } },
    ],
    [
      'rate_limited with a date',
      { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': 'Sat, 21 Nov 2026 10:00:00 GMT' } },
    ],
    ['rate_limited without a wait', { kind: 'code', code: 'rate_limited' }],
    ['internal_error', { kind: 'code', code: 'internal_error' }],
    ['an unknown code', { kind: 'code', code: 'moon_phase', status: 400 }],
    ['an HTML 502 of a gateway', { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }],
  ]
  it.each(passing)('%s is asked again', async (_, fault) => {
    service.rules.faults = [fault]
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(service.calls.length).toBe(2)
  })

  it('that does not pass is told after four attempts, and the next purchase tries again', async () => {
    service.rules.faults = repeated({ kind: 'code', code: 'internal_error' })
    const told = await proxy.buy(ONE)
    expect(told.all('refused')).toMatchObject([
      { parents: ONE, refusal: { code: 'internal_error', request_id: 'req-1' } },
    ])
    expect(told.receipt.calls).toBe(0)
    expect(service.calls.length).toBe(4)
    service.rules.faults = []
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })

  it('after a wait longer than a viewer would stay is told instead', async () => {
    service.rules.faults = [{ kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '3600' } }]
    expect((await proxy.buy(ONE)).all('refused')[0]?.refusal).toMatchObject({
      code: 'rate_limited',
      retry_after_s: 3_600,
    })
    expect(service.calls.length).toBe(1)
  })
})

describe('a fault that does not pass', () => {
  const lasting: [string, Fault, string][] = [
    ['invalid_token', { kind: 'code', code: 'invalid_token' }, 'invalid_token'],
    ['subscription_inactive', { kind: 'code', code: 'subscription_inactive' }, 'subscription_inactive'],
    ['invalid_parameter', { kind: 'code', code: 'invalid_parameter' }, 'invalid_parameter'],
    ['a truncated body', { kind: 'truncate' }, 'service_invalid_answer'],
    ['a page instead of JSON', { kind: 'body', body: '<html>', contentType: 'text/html' }, 'service_invalid_answer'],
    ['JSON of another shape', { kind: 'body', body: '{"stats":[]}' }, 'service_invalid_answer'],
    [
      'a redirect',
      { kind: 'status', status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
      'service_invalid_answer',
    ],
  ]
  it.each(lasting)('%s is told at once, and nothing is kept', async (_, fault, code) => {
    service.rules.faults = [fault]
    const told = await proxy.buy(ONE)
    expect(told.all('refused')[0]).toMatchObject({ parents: ONE, refusal: { code } })
    expect(service.calls.length).toBe(1)
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${ONE[0]}`)).response.status).toBe(404)
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })

  it('leaves what was held readable when the service is gone', async () => {
    await proxy.buy(ONE)
    await service.close()
    const two = parentsAround(8, 2)
    const told = await proxy.buy(two)
    expect(told.all('tile').map(({ parent }) => parent)).toEqual(ONE)
    expect(told.all('refused')[0]).toMatchObject({ parents: two.slice(1), refusal: { code: 'service_unreachable' } })
    expect((await proxy.get('/api/meter')).response.status).toBe(200)
    const { response, text } = await proxy.get('/public/v1/coverage')
    expect(response.status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({ error: 'internal_error', message: /cannot be reached/ })
  })
})

describe('refusals that hold for a while', () => {
  it('quota_exhausted is told to every viewer without another call, until there is an allowance again', async () => {
    service.rules.allowance = 1
    await proxy.buy(ONE)
    const others = parentsAround(8, 9).slice(1)
    const told = await proxy.buy(others)
    expect(told.all('refused')[0]?.refusal).toMatchObject({
      code: 'quota_exhausted',
      resets_at: '2026-12-01T00:00:00Z',
    })
    expect(told.receipt.meter).toMatchObject({ limit: 1, used: 1, remaining: 0 })
    const calls = service.calls.length
    expect((await proxy.buy(others)).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(service.calls.length).toBe(calls)
  })

  it('resolution_not_in_plan is remembered for the resolution, and others are still bought', async () => {
    service.rules.finestResolution = 7
    expect((await proxy.buy(ONE)).all('refused')[0]?.refusal.code).toBe('resolution_not_in_plan')
    expect((await proxy.buy(parentsAround(8, 4))).all('refused')[0]?.refusal.code).toBe('resolution_not_in_plan')
    expect(service.calls.length).toBe(1)
    expect((await proxy.buy(parentsAround(7, 2), { resolution: 7 })).all('tile')).toHaveLength(2)
  })

  it('an answer in another currency than the edition’s is not mixed with it', async () => {
    await proxy.buy(ONE)
    service.rules.currency = 'EUR'
    const told = await proxy.buy(parentsAround(8, 2))
    expect(told.all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
  })
})
