import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonLog } from '../../cli/environment/terminal.ts'
import { sendRaw } from '../../conformance/subject/raw-request.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { cellParent } from '../../domain/cell.ts'
import { TILE_DEPTH } from '../../domain/tile.ts'
import type { RunningServer } from '../../server/http/running-server.ts'
import { createLinkSecret } from '../../service/accounts/sign-in.ts'
import { revokeToken } from '../../service/accounts/tokens.ts'
import { PLANS } from '../../service/plans/plans.ts'
import { startService } from '../../service/start-service.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../proxy-under-test.ts'
import { CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../service-fixture.ts'

const TINY = {
  ...PLANS.standard,
  allowance: { current: 1, history: 1 },
  rate_per_min: { ...PLANS.standard.rate_per_min },
}
const PLANS_OF_TESTS = {
  ...PLANS,
  tiny: TINY,
  slow: { ...TINY, rate_per_min: { current: 1, history: 1, metadata: 1 } },
}
const FIGURES = '/stats/current?geo_id=z4'
const PARENT = cellParent(CITY_CENTRE, 8 - TILE_DEPTH)

let fixture: ServiceFixture
/** A second service over the fixture's market, monitored as an operator would. */
let service: RunningServer
let origin: string
let proxy: ProxyUnderTest
let proxyLog = ''
let serviceLog = ''
const registry = new Registry()
const proxyRegistry = new Registry()

beforeAll(async () => {
  fixture = await startServiceFixture({ plans: PLANS_OF_TESTS })
  const keep = (line: string) => {
    serviceLog += line
  }
  service = await startService({
    ...{ dataDir: fixture.dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, plans: PLANS_OF_TESTS, registry },
    trustedProxies: ['loopback'],
    // Without the log's own redaction, to show that nothing depends on it.
    log: pino({ level: 'trace' }, { write: keep }),
  })
  origin = new URL(service.url).origin
  const keepProxy = (line: string) => {
    proxyLog += line
  }
  proxy = await startProxyUnderTest(
    { url: service.url, token: fixture.token },
    { now: FIXTURE_NOW, registry: proxyRegistry, log: pino({ level: 'trace' }, { write: keepProxy }) },
  )
}, 60_000)
afterAll(async () => {
  await proxy?.close()
  await service?.close()
  await fixture?.close()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })
const as = (token: string) => ({ Authorization: `Bearer ${token}` })
const linesOf = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('health and readiness', () => {
  it('are served by both servers without a credential and outside all limits', async () => {
    for (const at of [origin, proxy.url]) {
      for (const [path, status] of [
        ['/healthz', 'ok'],
        ['/readyz', 'ready'],
      ]) {
        const answer = await fetch(at + path)
        expect(answer.status).toBe(200)
        expect(await answer.json()).toEqual({ status })
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect([...answer.headers.keys()].filter((name) => /quota|ratelimit/.test(name))).toEqual([])
      }
    }
  })

  it('are all that is served without one outside the interface', async () => {
    for (const path of ['/metrics', '/', '/health', '/public']) {
      const answer = await fetch(origin + path)
      expect([path, answer.status, errorEnvelope.parse(await answer.json()).error]).toEqual([
        path,
        401,
        'invalid_token',
      ])
    }
    expect((await fetch(`${proxy.url}/api/metrics`)).status).toBe(404)
  })

  it('report not ready when a store cannot be read, and while the service winds down but still responds', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-broken-'))
    cpSync(fixture.dataDir, dataDir, { recursive: true })
    const other = await startService({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      now: FIXTURE_NOW,
      log: pino({ level: 'silent' }),
    })
    const statusOf = async (path: string) => (await fetch(new URL(path, other.url))).status
    expect(await statusOf('/readyz')).toBe(200)
    writeFileSync(join(dataDir, 'service', 'periods', '2026-11-01', 'figures.sqlite'), 'no database')
    await expect.poll(() => statusOf('/readyz'), { timeout: 5_000 }).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    cpSync(fixture.dataDir, dataDir, { recursive: true })
    await expect.poll(() => statusOf('/readyz'), { timeout: 5_000 }).toBe(200)
    other.windDown()
    expect([await statusOf('/readyz'), await statusOf('/healthz'), await statusOf('/public/v1/ping')]).toEqual([
      503, 200, 200,
    ])
    await other.close()
    rmSync(dataDir, { recursive: true })
  })
})

describe('a request id', () => {
  const ID = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'

  it('is in every response and refusal, and is the one sent when that is well-formed', async () => {
    for (const path of ['/ping', '/geo', FIGURES, '/stats/current', '/nowhere', `/geo?parent=${'x'.repeat(70_000)}`]) {
      const answer = await get(path, { ...as(fixture.token), 'X-Request-Id': ID })
      expect([path.slice(0, 40), answer.headers.get('x-request-id')]).toEqual([path.slice(0, 40), ID])
      if (!answer.ok) expect(errorEnvelope.parse(await answer.json()).request_id).toBe(ID)
    }
    const own = (await get('/ping', { 'X-Request-Id': 'svc_live_ro_misplaced' })).headers.get('x-request-id')
    expect(own).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is in refusals by the HTTP servers themselves', async () => {
    for (const base of [service.url, proxy.url]) {
      for (const bytes of ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n`]) {
        const answer = await sendRaw(base, bytes)
        const { error, request_id } = errorEnvelope.parse(JSON.parse(answer?.text ?? ''))
        expect(error).toBe('malformed_request')
        expect(request_id).toBe(answer?.headers.get('x-request-id'))
        const line = linesOf(base === service.url ? serviceLog : proxyLog).find(
          (each) => each.request_id === request_id,
        )
        expect(line).toMatchObject({ status: answer?.status, code: 'malformed_request' })
      }
    }
  })

  it('joins the proxy’s lines of a purchase with the service’s', async () => {
    const { response } = await proxy.post(
      { as_of: '2026-11-01', lens: 'default', resolution: 8, parents: [PARENT] },
      { 'Content-Type': 'application/json', 'X-Request-Id': ID },
    )
    expect(response.headers.get('x-request-id')).toBe(ID)
    const ofPurchase = (log: string) => linesOf(log).filter(({ request_id }) => request_id === ID)
    expect(ofPurchase(proxyLog)).toContainEqual(expect.objectContaining({ msg: 'bought' }))
    await expect
      .poll(() => ofPurchase(proxyLog))
      .toContainEqual(expect.objectContaining({ method: 'POST', route: '/api/purchases', status: 200 }))
    expect(ofPurchase(serviceLog)).toContainEqual(
      expect.objectContaining({ route: '/public/v1/stats/current', status: 200, group: 'current', account: 1 }),
    )
  })

  it('joins the proxy’s line of a free endpoint that it passed on with the service’s', async () => {
    const id = '6b1de8a0-free-endpoint'
    const { response } = await proxy.get('/public/v1/geo?limit=7', { 'X-Request-Id': id })
    expect([response.status, response.headers.get('x-request-id')]).toEqual([200, id])
    for (const [log, route] of [
      [() => proxyLog, '/public/v1/*'],
      [() => serviceLog, '/public/v1/geo'],
    ] as const) {
      await expect
        .poll(() => linesOf(log()).filter(({ request_id }) => request_id === id))
        .toEqual([expect.objectContaining({ method: 'GET', route, status: 200, msg: 'answered' })])
    }
  })
})

it('behind a trusted proxy each address has its own rate limit, and links use the address that the client used', async () => {
  const from = async (address: string) => {
    const answer = await get('/geo', { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' })
    const { docs_url } = errorEnvelope.parse(await answer.json())
    return [answer.headers.get('x-ratelimit-remaining'), new URL(docs_url).protocol]
  }
  expect(await from('198.51.100.7')).toEqual(['599', 'https:'])
  expect(await from('198.51.100.7')).toEqual(['598', 'https:'])
  expect(await from('198.51.100.8')).toEqual(['599', 'https:'])
  expect(await from('198.51.100.8:50123')).toEqual(['598', 'https:'])
  expect(await from('2001:db8:1:2::1')).toEqual(['599', 'https:'])
  expect(await from('[2001:db8:1:2:ffff::1]:50123')).toEqual(['598', 'https:'])
})

describe('the logs of a busy run', () => {
  const secrets: string[] = []

  beforeAll(async () => {
    const { newToken, dataDir, token } = fixture
    const revoked = await newToken({ account: 'revoked' })
    await revokeToken({ dataDir, token: revoked })
    const tiny = await newToken({ account: 'tiny', plan: 'tiny' })
    const slow = await newToken({ account: 'slow', plan: 'slow' })
    const link = await createLinkSecret({ dataDir, account: 'tiny' })
    const unknown = 'svc_live_rw_neverIssued0123456789'
    secrets.push(token, revoked, tiny, slow, unknown, link, 'Gracia-secret-search')
    for (const each of [token, revoked, tiny, slow, unknown, 'nonsense secret-basic']) {
      const headers = { ...as(each), Cookie: `session=${each}`, 'X-Request-Id': each }
      for (const path of [
        FIGURES,
        FIGURES,
        '/nowhere',
        '/stats/current?res=99',
        '/geo/search?q=Gracia-secret-search',
      ]) {
        await (await get(path, headers)).text()
      }
      for (const path of [`/geo?token=${each}`, `/${each}`, `/geo/${each}/hexes`, `/stats/current?${each}=1`]) {
        for (const base of [service.url, `${proxy.url}/public/v1`]) await (await fetch(base + encodeURI(path))).text()
      }
      await sendRaw(service.url, `GET /x?token=${each} HTTP/9\r\nAuthorization: Bearer ${each}\r\n\r\n`)
    }
    await fetch(`${origin}/account/sign-in?link=${link}`)
    const form = {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ link }),
      redirect: 'manual',
    }
    const signedIn = await fetch(`${origin}/account/sign-in`, form as RequestInit)
    const cookie = /=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(cookie).not.toBe('')
    secrets.push(cookie, 'secret-basic')
  })

  it('contain no token, one-time link, session or query', () => {
    for (const log of [serviceLog, proxyLog]) {
      for (const secret of secrets) expect(log).not.toContain(secret)
      expect(log).not.toMatch(/svc_live_|bearer/i)
    }
  })

  it('have a line for each request, with its id, template, status, account, group, code and duration', async () => {
    const answered = linesOf(serviceLog).filter(({ msg }) => msg === 'answered')
    for (const line of answered) {
      expect(line).toMatchObject({
        request_id: expect.stringMatching(/^[A-Za-z0-9-]{8,64}$/),
        method: expect.any(String),
        route: expect.stringMatching(/^\/[a-z0-9/_:.*{}[\]+-]*$/),
        status: expect.any(Number),
        duration_ms: expect.any(Number),
      })
    }
    const has = (fields: object) => expect(answered).toContainEqual(expect.objectContaining(fields))
    has({ route: '/public/v1/stats/current', status: 402, code: 'quota_exhausted', group: 'current' })
    has({ route: '/public/v1/geo/search', status: 429, code: 'rate_limited', group: 'metadata' })
    has({ route: '/public/v1/geo/:geo_id/hexes', status: 401, code: 'invalid_token' })
    has({ route: '/account/sign-in', status: 303, method: 'POST' })
    expect(answered.some(({ account }) => typeof account === 'number')).toBe(true)
  })

  it('are redacted when an error from elsewhere contains a token', () => {
    let written = ''
    const log = jsonLog('info', {
      write: (line) => {
        written += line
      },
    })
    const err = Object.assign(new Error(`refused: ${fixture.token}`), { headers: { authorization: 'Basic c2VjcmV0' } })
    log.error({ err, token: 'some-other-token' }, `with ${fixture.token}`)
    expect(written).not.toContain(fixture.token)
    expect(written).not.toMatch(/c2VjcmV0|some-other-token/)
    expect(written).toContain('refused: svc_live_ro_[redacted]')
  })
})

describe('metrics', () => {
  it('of the service count requests, charges and refusals, and have the period’s age', async () => {
    const page = await registry.metrics()
    expect(page).toMatch(
      /_http_requests_total\{method="GET",route="\/public\/v1\/ping",status="200",status_class="2xx"\} \d/,
    )
    expect(page).toMatch(/_metered_requests_total\{group="current",outcome="charged"\} [1-9]/)
    expect(page).toMatch(/_metered_requests_total\{group="current",outcome="spent"\} [1-9]/)
    // An alert sees the first one only beside a 0.
    expect(page).toContain('_metered_requests_total{group="history",outcome="unmetered"} 0')
    expect(page).toContain('_refunds_total{group="history"} 0')
    for (const code of ['invalid_token', 'quota_exhausted', 'rate_limited', 'invalid_parameter', 'malformed_request']) {
      expect(page).toMatch(new RegExp(`_refusals_total\\{code="${code}"\\} [1-9]`))
    }
    expect(page).toContain('squaremetre_service_period_age_days{as_of="2026-11-01"} 9')
    expect(page).toContain('squaremetre_service_metering_degraded 0')
  })

  it('of the proxy count what was bought, what was held, and the service’s answers', async () => {
    await proxy.get(`/api/tiles/2026-11-01/default/8/${PARENT}`)
    await proxy.get(`/api/tiles/2026-10-01/default/8/${PARENT}`)
    const page = await proxyRegistry.metrics()
    expect(page).toContain('squaremetre_proxy_bought_cells_total 343')
    expect(page).toContain('squaremetre_proxy_bought_tiles_total 1')
    expect(page).toContain('squaremetre_proxy_metered_calls_total 1')
    expect(page).toContain('squaremetre_proxy_tiles_answered_total{outcome="held"} 1')
    expect(page).toContain('squaremetre_proxy_tiles_answered_total{outcome="not_held"} 1')
    expect(page).toContain('_upstream_requests_total{endpoint="/stats/current",outcome="answered"} 1')
    expect(page).toMatch(
      /_upstream_requests_total\{endpoint="\/geo\/\{geo_id\}\/hexes",outcome="unknown_place"\} [1-9]/,
    )
    expect(page).toMatch(/_allowance_remaining_requests\{group="current"\} \d+/)
  })

  it('have no label that a client can invent', async () => {
    const labels = [...`${await registry.metrics()}${await proxyRegistry.metrics()}`.matchAll(/\{([^\n]*)\} /g)]
    expect(labels.length).toBeGreaterThan(100)
    for (const [, label = ''] of labels) expect(label).not.toMatch(/svc_live|nowhere|z4|secret|8[0-9a-f]{14}|\?/)
  })
})
