import { connect } from 'node:net'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { usageResponse } from '../contract/service/assumptions.ts'
import { pingResponse } from '../contract/service/coverage.ts'
import { errorEnvelope } from '../contract/service/errors.ts'
import { readUsage } from '../contract/service/received-usage.ts'
import { cellToDecimal } from '../domain/cell.ts'
import { cellsAround } from '../domain/distance.ts'
import { CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../testing/service-fixture.ts'
import { changePlan, lapseAccount, renewAccount } from './accounts/accounts.ts'
import { revokeToken } from './accounts/tokens.ts'
import { PLANS } from './plans/plans.ts'

const PLANS_OF_TESTS = {
  ...PLANS,
  tiny: { ...PLANS.standard, allowance: { current: 25, history: 10 } },
  slow: { ...PLANS.standard, rate_per_min: { current: 2, history: 2, metadata: 3 } },
}
const FIGURES = '/stats/current?geo_id=z4'

let service: ServiceFixture
beforeAll(async () => {
  // The real clock stands still, so that no test crosses into the next minute.
  service = await startServiceFixture({ plans: PLANS_OF_TESTS, clock: () => new Date('2026-11-20T10:00:20Z') })
}, 60_000)
afterAll(() => service?.close())

async function refusalOf(answer: Response) {
  const envelope = errorEnvelope.parse(await answer.json())
  return { status: answer.status, ...envelope }
}

describe('a credential', () => {
  it('is not needed for /ping and /openapi.yaml', async () => {
    const ping = await service.get('/ping', null)
    expect(pingResponse.parse(await ping.json()).status).toBe('ok')
    expect((await service.get('/openapi.yaml', null)).status).toBe(200)
  })

  it('is needed for all other paths, including unknown ones', async () => {
    for (const token of [null, 'svc_live_ro_unknown', 'nonsense']) {
      for (const path of ['/geo', FIGURES, '/nowhere']) {
        expect(await refusalOf(await service.get(path, token))).toMatchObject({ status: 401, error: 'invalid_token' })
      }
    }
    const basic = await fetch(`${service.url}/geo`, { headers: { authorization: `Basic ${service.token}` } })
    expect(basic.status).toBe(401)
    expect(basic.headers.get('www-authenticate')).toBe('Bearer')
    expect((await fetch(`${service.url}/geo?token=${service.token}`)).status).toBe(401)
  })

  it('is refused from the next request after it is revoked', async () => {
    const token = await service.newToken({ account: 'revoked', kind: 'rw' })
    expect((await service.get('/geo', token)).status).toBe(200)
    await revokeToken({ dataDir: service.dataDir, token })
    expect((await service.get('/geo', token)).status).toBe(401)
  })

  it('of a lapsed account is refused before anything else is checked', async () => {
    const token = await service.newToken({ account: 'lapsing' })
    await lapseAccount({ dataDir: service.dataDir, name: 'lapsing' })
    for (const path of ['/geo', '/nowhere', '/stats/current?res=99']) {
      expect(await refusalOf(await service.get(path, token))).toMatchObject({
        status: 402,
        error: 'subscription_inactive',
      })
    }
    await renewAccount({ dataDir: service.dataDir, name: 'lapsing' })
    expect((await service.get('/geo', token)).status).toBe(200)
  })
})

describe('a failure', () => {
  it('has the same envelope everywhere, with a request id and the address of the documentation', async () => {
    const answer = await service.get('/nowhere')
    const { status, error, docs_url, request_id } = await refusalOf(answer)
    expect({ status, error }).toEqual({ status: 404, error: 'not_found' })
    expect((await fetch(docs_url)).status).toBe(200)
    expect(answer.headers.get('x-request-id')).toBe(request_id)
  })

  it('is malformed_request for a wrong method', async () => {
    const headers = { authorization: `Bearer ${service.token}` }
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${service.url}/geo`, { method, headers })
      expect(answer.headers.get('allow')).toBe('GET')
      expect(await refusalOf(answer)).toMatchObject({ status: 405, error: 'malformed_request' })
    }
    expect((await fetch(`${service.url}${FIGURES}`, { method: 'HEAD', headers })).status).toBe(405)
    expect((await fetch(`${service.url}/nowhere`, { method: 'POST', headers })).status).toBe(404)
  })

  it('of the HTTP server itself has the same envelope', async () => {
    const long = await fetch(`${service.url}/geo?parent=${'x'.repeat(235_000)}`)
    expect(await refusalOf(long)).toMatchObject({ status: 414, error: 'malformed_request' })
    for (const path of [`/geo?parent=${'x'.repeat(270_000)}`, '/geo']) {
      const headers = { 'x-long': 'x'.repeat(path === '/geo' ? 270_000 : 0) }
      const longer = await fetch(service.url + path, { headers })
      expect(await refusalOf(longer)).toMatchObject({ status: 431, error: 'malformed_request' })
    }
    const [head = '', body = ''] = (await sendRaw('NONSENSE\r\n\r\n')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400/)
    expect(errorEnvelope.parse(JSON.parse(body)).error).toBe('malformed_request')
  })

  it('is malformed_request for more parameters than anybody can mean, whoever sends them', async () => {
    const parameters = Array.from({ length: 1_001 }, (_, i) => `p${i}=1`).join('&')
    for (const [path, token] of [['/ping', null] as const, ['/geo', service.token] as const]) {
      const answer = await service.get(`${path}?${parameters}`, token)
      expect(await refusalOf(answer)).toMatchObject({ status: 400, error: 'malformed_request' })
      expect((await service.get(`${path}?${parameters.replace('p0=1&', '')}`, token)).status).toBe(200)
    }
  })

  it('is not caused by a list of as many cells as a plan allows, however it is spelled', async () => {
    const token = await service.newToken({ account: 'lists', plan: 'large' })
    const cells = cellsAround(CITY_CENTRE, 58).slice(0, PLANS.large.cells_per_request)
    expect(cells).toHaveLength(10_000)
    const list = encodeURIComponent(cells.map(cellToDecimal).join(','))
    expect((await service.get(`/stats/current?h3=${list}`, token)).status).toBe(200)
    const repeated = cells.slice(0, 9_000).map((cell) => `h3=${cell}`)
    expect((await service.get(`/stats/current?${repeated.join('&')}`, token)).status).toBe(200)
  })
})

function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('the quota headers', () => {
  const quotaOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => /^x-(quota|ratelimit)|^retry/.test(name)))

  it('say uncounted, without usage, on a free endpoint', async () => {
    const token = await service.newToken({ account: 'headers' })
    expect(quotaOf(await service.get('/geo', token))).toEqual({
      'x-quota-group': 'metadata',
      'x-quota-limit': 'uncounted',
      'x-quota-reset': '2026-12-01T00:00:00.000Z',
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': '1199',
    })
    expect(quotaOf(await service.get(FIGURES, token))).toEqual({
      'x-quota-group': 'current',
      'x-quota-limit': '20000',
      'x-quota-used': '1',
      'x-quota-reset': '2026-12-01T00:00:00.000Z',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
    })
  })

  it('have no reset for an account that is not anchored', async () => {
    const token = await service.newToken({ account: 'unanchored', anchorDay: null })
    expect(quotaOf(await service.get(FIGURES, token))).not.toHaveProperty('x-quota-reset')
  })

  it('are on refusals too', async () => {
    for (const [path, token] of [
      ['/geo', null],
      [FIGURES, null],
      ['/nowhere', service.token],
      ['/stats/current', service.token],
      ['/ping', null],
    ] as const) {
      const quota = quotaOf(await service.get(path, token))
      expect(quota, path).toHaveProperty('x-quota-group')
      expect(quota, path).toHaveProperty('x-quota-limit')
      expect(quota, path).toHaveProperty('x-ratelimit-limit')
      expect(quota, path).toHaveProperty('x-ratelimit-remaining')
    }
  })
})

describe('an allowance', () => {
  it('of 25 admits exactly 25 of 70 simultaneous calls, and refused calls are not charged', async () => {
    const token = await service.newToken({ account: 'tiny', plan: 'tiny' })
    expect((await service.get('/stats/current?geo_id=z4&res=12', token)).status).toBe(400)
    expect((await service.get('/stats/current?geo_id=nowhere', token)).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 70 }, () => service.get(FIGURES, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
    const refused = answers.filter(({ status }) => status === 402)
    expect(refused).toHaveLength(45)
    const [first] = refused
    expect(first && (await refusalOf(first))).toMatchObject({
      error: 'quota_exhausted',
      limit: 25,
      resets_at: '2026-12-01T00:00:00.000Z',
    })
    expect(first?.headers.get('x-quota-used')).toBe('25')
    expect((await service.get('/geo', token)).status).toBe(200)
    const usage = await (await service.get('/usage', token)).json()
    expect(readUsage(usageResponse.parse(usage))).toEqual({
      used: 25,
      remaining: 0,
      limit: 25,
      resetsAt: '2026-12-01T00:00:00.000Z',
      degraded: false,
      isCounted: true,
    })
    expect(usage.groups[1]).toMatchObject({ group: 'history', metered: true, used: 0, remaining: 10 })
    expect(usage.groups[2]).toMatchObject({ group: 'metadata', metered: false, limits: null })
    expect(usage.groups[3]).toMatchObject({ group: 'reports', metered: false, remaining: 0, limits: { cycle: 0 } })
  })

  it('is not counted while the metering store is locked: requests are served, and /usage says degraded', async () => {
    const token = await service.newToken({ account: 'degraded' })
    const other = new Database(`${service.dataDir}/service/accounts.sqlite`)
    other.exec('BEGIN IMMEDIATE')
    const served = await service.get(FIGURES, token)
    expect([served.status, served.headers.get('x-quota-used')]).toEqual([200, null])
    expect(usageResponse.parse(await (await service.get('/usage', token)).json()).degraded).toBe(true)
    other.exec('ROLLBACK')
    other.close()
    // At once: only /usage itself has used the store since.
    expect(usageResponse.parse(await (await service.get('/usage', token)).json()).degraded).toBe(false)
    await vi.waitFor(async () => expect((await service.get(FIGURES, token)).headers.get('x-quota-used')).toBe('1'), {
      timeout: 10_000,
      interval: 200,
    })
  })
})

describe('an account on a plan that the service does not have', () => {
  it('gets a refusal with all headers until it is moved, and /readyz says so', async () => {
    const token = await service.newToken({ account: 'stray' })
    const move = (plan: string) =>
      changePlan({ dataDir: service.dataDir, name: 'stray', plan, plans: { ...PLANS, gold: PLANS.large } })
    const readyz = () => fetch(new URL('/readyz', service.url))
    await move('gold')
    const refused = await service.get(FIGURES, token)
    expect(refused.headers.get('x-quota-group')).toBe('current')
    expect(refused.headers.get('x-ratelimit-limit')).toBe('600')
    expect(await refusalOf(refused)).toMatchObject({ status: 500, error: 'internal_error' })
    expect((await service.get('/ping', token)).status).toBe(200)
    expect(await (await readyz()).json()).toEqual({ status: 'degraded' })
    await move('large')
    expect((await service.get(FIGURES, token)).status).toBe(200)
    expect(await (await readyz()).json()).toEqual({ status: 'ready' })
  })
})

describe('the rate per minute', () => {
  it('of an address is not spent by requests with a valid token, wherever they go', async () => {
    const token = await service.newToken({ account: 'neighbour' })
    const remaining = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'))
    const before = remaining(await service.get('/ping', null))
    for (const path of ['/ping', '/openapi.yaml', '/geo']) await service.get(path, token)
    expect(remaining(await service.get('/ping', null))).toBe(before - 1)
  })

  it('admits exactly its limit in each group, then says how long to wait', async () => {
    const token = await service.newToken({ account: 'slow', plan: 'slow' })
    const free = await Promise.all(Array.from({ length: 10 }, () => service.get('/geo', token)))
    expect(free.filter(({ status }) => status === 200)).toHaveLength(3)
    const limited = free.find(({ status }) => status === 429)
    expect(limited?.headers.get('retry-after')).toBe('40')
    expect(limited && (await refusalOf(limited)).error).toBe('rate_limited')
    const metered = [1, 2, 3].map(() => service.get(FIGURES, token))
    expect((await Promise.all(metered)).map(({ status }) => status).sort()).toEqual([200, 200, 429])
  })
})

describe('openapi.yaml', () => {
  it('passes a linter', async () => {
    // The licence of the figures is for the operator to choose.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } })
    const source = await (await service.get('/openapi.yaml', null)).text()
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.yaml' })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
    const broken = source.replaceAll('operationId: get_geo_search', 'operationId: get_geo')
    expect(await lintFromString({ source: broken, config, absoluteRef: 'openapi.yaml' })).not.toEqual([])
  })

  it('declares every endpoint with its parameters and responses', async () => {
    const document = parse(await (await service.get('/openapi.yaml', null)).text())
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual([
      '/ping',
      '/coverage',
      '/geo',
      '/geo/search',
      '/geo/lookup',
      '/geo/{geo_id}/hexes',
      '/stats/current',
      '/stats/history',
      '/meta/filters',
      '/usage',
      '/openapi.yaml',
    ])
    const { parameters, responses } = document.paths['/stats/current'].get
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res', 'currency', 'ad_sub_type']),
    )
    expect(responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Stats' })
    expect(document.components.schemas.Stats.properties).toHaveProperty('snapshot')
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '402', '403', '404', '422', '429', '500', 'default'])
  })
})
