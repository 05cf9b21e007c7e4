import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendRaw } from '../../conformance/subject/raw-request.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import type { ProxyOptions } from '../start-proxy.ts'
import { type AccessRules, OPEN_TO_ALL } from './access.ts'
import { signInGuard } from './sign-in.ts'

const ONE = parentsAround(8, 1)
const TILE = `/api/tiles/2026-11-01/default/8/${ONE[0]}`

let service: StrangeService
let proxy: ProxyUnderTest

async function start(access: Partial<AccessRules> = {}, more: Partial<ProxyOptions> = {}): Promise<void> {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { access: { ...OPEN_TO_ALL, ...access }, ...more })
}

afterEach(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

/** Sends raw bytes that no client library would send, and returns the status line of the response. */
function statusOf(head: string, host = 'x'): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url)
    let answer = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('end', () => resolve(answer.split('\r\n')[0] ?? '')).on('error', reject)
  })
}

/** Sends requests on one connection without waiting, and returns the statuses of the responses. */
function statusesOf(requests: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url)
    let answers = ''
    const socket = connect(Number(port), hostname, () => socket.end(requests))
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers += text
    })
    socket.on('end', () => resolve([...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))))
    socket.on('error', reject)
  })
}

const status = async (path: string, headers: Record<string, string> = {}) =>
  (await proxy.get(path, headers)).response.status
const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` })

describe('the way to the service', () => {
  const elsewhere = [
    '/public/v1/usage',
    '/public/v1/stats/current?h3=1',
    '/public/v1/stats/history?h3=1',
    '/public/v1/geo/../usage',
    '/public/v1/geo/%2e%2e/usage',
    '/public/v1/geo/..%2fusage',
    '/public/v1/geo/..%2Fusage/hexes',
    '/public/v1/geo/%2e%2e%2fusage/hexes',
    '/public/v1/geo/%252e%252e%252fusage/hexes',
    '/public/v1/geo/a%2f..%2fb/hexes',
    '/public/v1/geo/a/b/hexes',
    '/public/v1/geo\\..\\usage',
    '/public/v1/geo/..\\usage/hexes',
    '/public/v1//usage',
    '/public/v1/geo/z1/hexes/../../../usage',
    '/public/v1/coverage/',
    '/public/v1/Coverage',
    '/public/v1/coverage%00',
    '/public/v1/coverage;/usage',
    '/public/v1/@127.0.0.1:1/coverage',
    '//127.0.0.1:1/public/v1/coverage',
    'http://127.0.0.1:1/public/v1/usage',
  ]
  it('leads only to the free endpoints, however an address is written', async () => {
    await start()
    const codes = await Promise.all(elsewhere.map((target) => statusOf(`GET ${target} HTTP/1.1`)))
    for (const [index, code] of codes.entries()) expect(code, elsewhere[index]).toMatch(/^HTTP\/1\.1 (400|404) /)
    expect(await statusOf('CONNECT 127.0.0.1:1 HTTP/1.1')).toContain(' 405 ')
    expect([service.free, service.calls]).toEqual([[], []])
  })

  it('leads only to the configured service, whatever host a request names', async () => {
    await start()
    expect(await statusOf('GET http://127.0.0.1:1/public/v1/coverage HTTP/1.1')).toContain(' 200 ')
    expect(await statusOf('GET /public/v1/ping HTTP/1.1\r\nX-Forwarded-Host: 127.0.0.1:1')).toContain(' 200 ')
    expect(service.free).toEqual(['/public/v1/coverage', '/public/v1/ping'])
  })

  it('follows no redirect to another endpoint, and does not reveal its target', async () => {
    await start()
    const location = `${service.url}/usage`
    service.rules.freeFault = (path) =>
      path === '/coverage' ? { kind: 'status', status: 302, headers: { Location: location } } : null
    const { response, text } = await proxy.get('/public/v1/coverage')
    expect(response.status).toBe(502)
    expect(response.headers.get('Location')).toBeNull()
    expect(text).not.toContain('/usage')
    expect(service.free).toEqual(['/public/v1/coverage'])
  })

  it('is closed to long queries', async () => {
    await start()
    expect(await status(`/public/v1/geo/search?q=${'x'.repeat(2_000)}`)).toBe(414)
    expect(service.free).toEqual([])
  })
})

describe('other sites', () => {
  it('can neither read anything nor use up limits', async () => {
    await start()
    for (const site of ['cross-site', 'same-site']) {
      for (const path of ['/api/meter', '/api/period', TILE, '/public/v1/coverage']) {
        expect(await status(path, { 'Sec-Fetch-Site': site })).toBe(403)
      }
    }
    expect(service.free).toEqual([])
    expect(await status('/api/meter', { 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  })

  it('get no CORS header', async () => {
    await start()
    const { headers } = (await proxy.get('/api/meter', { Origin: 'https://evil.example' })).response
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toMatch(/camera=\(\)/)
  })
})

describe('a host name that is not the page’s', () => {
  const paths = ['/', '/api/meter', TILE, '/public/v1/coverage']
  const spend = 'POST /api/purchases HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json'

  it('reads and spends nothing, although its page has the same origin', async () => {
    await start({ allowedHosts: ['map.example'] })
    for (const path of paths) expect(await statusOf(`GET ${path} HTTP/1.1`, 'rebound.example')).toContain(' 421 ')
    expect(await statusOf(spend, 'rebound.example')).toContain(' 421 ')
    await expect.poll(() => proxy.said()).toContain('ALLOWED_HOSTS')
    expect(await statusOf('GET /healthz HTTP/1.1', 'rebound.example')).toContain(' 200 ')
    for (const path of ['/%72eadyz', '/x/../healthz'])
      expect(await statusOf(`GET ${path} HTTP/1.1`, 'rebound.example')).toContain(' 404 ')
    expect([service.free, service.calls]).toEqual([[], []])
  })

  it.each(['map.example', 'localhost:8080', '127.0.0.1:8080', '[::1]'])('is not %s', async (host) => {
    await start({ allowedHosts: ['map.example'] })
    expect(await statusOf('GET /api/meter HTTP/1.1', host)).toContain(' 200 ')
    expect(await statusOf('GET /public/v1/coverage HTTP/1.1', host)).toContain(' 200 ')
    // Fails for its missing body, so it was let in.
    expect(await statusOf(spend, host)).toContain(' 400 ')
  })
})

describe('the limit on requests', () => {
  it('counts by address, sends Retry-After, and exempts tiles and health checks', async () => {
    await start({ requestsPerMinute: 3, trustedProxies: ['loopback'] })
    await proxy.buy(ONE)
    const from = { 'X-Forwarded-For': '192.0.2.7' }
    expect([
      await status('/api/meter', from),
      await status('/api/nothing', from),
      await status('/public/v1/ping', from),
    ]).toEqual([200, 404, 200])
    const { response, text } = await proxy.get('/api/meter', from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(JSON.parse(text)).toMatchObject({ error: 'rate_limited' })
    expect(await status('/public/v1/ping', from)).toBe(429)
    expect([await status(TILE, from), await status('/healthz', from)]).toEqual([200, 200])
    expect(await status('/api/meter', { 'X-Forwarded-For': '192.0.2.7:50123' })).toBe(429)
    expect(await status('/api/meter', { 'X-Forwarded-For': '192.0.2.8' })).toBe(200)
    for (let i = 0; i < 29; i++) await proxy.get(TILE, from)
    expect(await status(TILE, from)).toBe(429)
  })

  it('allows all networks of an IPv6 subscriber 16 times as much', async () => {
    await start({ requestsPerMinute: 2, trustedProxies: ['loopback'] })
    const from = (network: number, site: number) => ({ 'X-Forwarded-For': `2001:db8:${site}:${network}::1` })
    const codes = await Promise.all(Array.from({ length: 40 }, (_, i) => status('/api/meter', from(i, 1))))
    expect(codes.filter((code) => code === 200).length).toBe(32)
    expect(await status('/api/meter', from(999, 1))).toBe(429)
    expect(await status('/api/meter', from(1, 2))).toBe(200)
  })
})

describe('the service’s free minute', () => {
  it.each([
    { who: 'one address', greedy: () => '192.0.2.7' },
    { who: 'an IPv6 subscriber with 65,536 networks', greedy: (i: number) => `2001:db8:1:${i}::1` },
  ])('keeps half of its requests for others, however much $who searches and looks up', async ({ greedy }) => {
    await start({ requestsPerMinute: 1_000, trustedProxies: ['loopback'] })
    service.rules.perMinute = { ...service.rules.perMinute, free: 20 }
    const lookUp = (asked: string, address: string) =>
      proxy.get(`/public/v1/geo/lookup?h3=${ONE[0]}&asked=${asked}`, { 'X-Forwarded-For': address })
    const answers: Awaited<ReturnType<typeof lookUp>>[] = []
    for (let i = 0; i < 14; i++) answers.push(await lookUp(`greedy${i}`, greedy(i)))
    expect(answers.map(({ response }) => response.status)).toEqual([...Array(10).fill(200), ...Array(4).fill(429)])
    expect(JSON.parse(answers[13]?.text ?? '')).toMatchObject({ error: 'rate_limited' })
    expect(Number(answers[13]?.response.headers.get('Retry-After'))).toBeGreaterThan(0)
    // What is known needs no request.
    expect((await lookUp('greedy0', greedy(0))).response.status).toBe(200)
    expect((await lookUp('other', '192.0.2.8')).response.status).toBe(200)
  })
})

describe('a password', () => {
  it('is required everywhere except for health checks', async () => {
    await start({ signIn: { kind: 'password', password: 'correct horse' } })
    for (const path of ['/', '/api/meter', TILE, '/public/v1/coverage']) {
      const { response, text } = await proxy.get(path)
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /)
      expect(JSON.parse(text)).toMatchObject({ error: 'sign_in_needed' })
    }
    expect((await proxy.post({}, { 'Content-Type': 'application/json' })).response.status).toBe(401)
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    for (const path of ['/api/meter', '/public/v1/coverage'])
      expect(await status(path, basic('correct horse'))).toBe(200)
    expect(await status('/api/meter', basic('correct horse '))).toBe(401)
    expect(service.calls).toEqual([])
  })

  it('keeps tiles out of shared caches', async () => {
    await start({ signIn: { kind: 'password', password: 'p' } })
    const body = { as_of: '2026-11-01', lens: 'default', resolution: 8, parents: ONE }
    await proxy.post(body, { 'Content-Type': 'application/json', ...basic('p') })
    const { ledger } = JSON.parse((await proxy.get('/api/period', basic('p'))).text) as { ledger: string }
    const named = `${TILE}?ledger=${ledger}`
    for (let i = 0; i < 3; i++) {
      const { response } = await proxy.get(named, { ...basic('p'), 'Accept-Encoding': 'gzip' })
      expect(response.headers.get('Cache-Control')).toMatch(/^private, /)
      expect(await status(named, { 'Accept-Encoding': 'gzip' })).toBe(401)
    }
  })

  it('cannot be guessed by sending many guesses at once', async () => {
    await start({ signIn: { kind: 'password', password: 'guess 150' } })
    const request = (guess: number) =>
      `GET /api/meter HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(`guess ${guess}`).Authorization}\r\n\r\n`
    const guesses = Array.from({ length: 10 }, (_, connection) =>
      Array.from({ length: 20 }, (__, i) => request(connection * 20 + i)).join(''),
    )
    const codes = (await Promise.all(guesses.map(statusesOf))).flat()
    expect(codes.length).toBe(200)
    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(10)
    expect(codes.filter((code) => code !== 401 && code !== 429)).toEqual([])
  })

  it('is not compared with more guesses when all arrive in one turn of the event loop', async () => {
    await start()
    const judge = signInGuard({ kind: 'password', password: 'guess 50' }, { trusted: [], addressOf: () => '192.0.2.7' })
    const guesses = Array.from({ length: 51 }, (_, guess) => {
      const incoming = new IncomingMessage(new Socket())
      incoming.headers.authorization = basic(`guess ${guess}`).Authorization
      return judge(incoming, '/')
    })
    const codes = (await Promise.all(guesses)).map((objection) => objection?.status ?? 200)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 41 }, () => 429)])
  })

  it('cannot be guessed for long', async () => {
    await start({ signIn: { kind: 'password', password: 'p' }, trustedProxies: ['loopback'] })
    const from = { 'X-Forwarded-For': '192.0.2.7' }
    const codes: number[] = []
    for (let i = 0; i < 12; i++) codes.push(await status('/api/meter', { ...from, ...basic(`guess ${i}`) }))
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect(await status('/api/meter', { ...from, ...basic('p') })).toBe(429)
    expect(await status('/api/meter', { 'X-Forwarded-For': '192.0.2.8', ...basic('p') })).toBe(200)
  })

  it('cannot be guessed for long from all networks of an IPv6 subscriber', async () => {
    await start({ signIn: { kind: 'password', password: 'p' }, trustedProxies: ['loopback'] })
    const from = (network: number, site: number) => ({ 'X-Forwarded-For': `2001:db8:${site}:${network}::1` })
    const guess = (_: unknown, i: number) => status('/api/meter', { ...from(i, 1), ...basic(`guess ${i}`) })
    const codes = await Promise.all(Array.from({ length: 170 }, guess))
    expect(codes.filter((code) => code === 401).length).toBe(160)
    expect(codes.filter((code) => code === 429).length).toBe(10)
    expect(await status('/api/meter', { ...from(999, 1), ...basic('p') })).toBe(429)
    expect(await status('/api/meter', { ...from(1, 2), ...basic('p') })).toBe(200)
  })
})

describe('a refusal', () => {
  const named = ['content-security-policy', 'x-frame-options', 'permissions-policy', 'x-content-type-options'] as const
  const missingIn = (headers: Headers) => named.filter((name) => !headers.has(name))

  it('has the strict headers, below the tiles and by the HTTP server itself too', async () => {
    await start()
    for (const path of ['/api/nothing', '/api/tiles/nonsense', TILE, `${TILE}/more`]) {
      const { response } = await proxy.get(path)
      expect([path, response.ok, missingIn(response.headers)]).toEqual([path, false, []])
    }
    const bare = ['NONSENSE\r\n\r\n', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 'CONNECT x:1 HTTP/1.1\r\n\r\n']
    for (const bytes of [...bare, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n']) {
      const answer = await sendRaw(proxy.url, bytes)
      expect([bytes.slice(0, 9), answer?.status, answer && missingIn(answer.headers)]).toEqual([
        bytes.slice(0, 9),
        expect.any(Number),
        [],
      ])
    }
  })

  it('is unlike a tile, which has only the headers that protect it', async () => {
    await start()
    await proxy.buy(ONE)
    const { response } = await proxy.get(TILE)
    expect([response.status, missingIn(response.headers)]).toEqual([200, named.slice(0, 3)])
  })
})

describe('a header of a reverse proxy', () => {
  const NAMED = { 'X-Forwarded-User': 'ada@example.org' }

  it('lets in the people whom it names', async () => {
    await start({ signIn: { kind: 'header', name: 'X-Forwarded-User' }, trustedProxies: ['loopback'] })
    expect([await status('/api/meter', NAMED), await status('/api/meter'), await status('/healthz')]).toEqual([
      200, 401, 200,
    ])
    expect([await status('/public/v1/ping', NAMED), await status('/public/v1/ping')]).toEqual([200, 401])
    expect(await status('/api/meter', { 'X-Forwarded-User': ' ' })).toBe(401)
  })

  it('is ignored from any other address', async () => {
    await start({ signIn: { kind: 'header', name: 'X-Forwarded-User' }, trustedProxies: ['192.0.2.1'] })
    expect(await status('/api/meter', { ...NAMED, 'X-Forwarded-For': '192.0.2.1' })).toBe(401)
  })
})
