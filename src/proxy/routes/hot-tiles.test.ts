import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type FaultService, startFaultService } from '../../testing/fault-service.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { OPEN_TO_ALL } from '../access/access.ts'

const [PARENT = ''] = parentsAround(8, 1)
const GZIP = { 'Accept-Encoding': 'br, gzip' }

let service: FaultService
let proxy: ProxyUnderTest
let registry: Registry
let agent: Agent
let path: string

beforeEach(async () => {
  registry = new Registry()
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  service = await startFaultService()
  proxy = await startProxyUnderTest(service, {
    registry,
    log: pino({ level: 'warn' }),
    access: { ...OPEN_TO_ALL, allowedHosts: [] },
  })
  await proxy.buy([PARENT])
  const { ledger } = JSON.parse((await proxy.get('/api/period')).text) as { ledger: string }
  path = `/api/tiles/2026-11-01/default/8/${PARENT}?ledger=${ledger}`
})

afterEach(async () => {
  agent.destroy()
  await proxy.close()
  await service.close()
})

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Asks on the one connection that all requests of a test share. */
function ask(headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${proxy.url}${path}`, { agent, headers }, async (incoming) => {
      resolve({ status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) })
    }).on('error', reject)
  })
}

/** What is the same in every answer. */
function lasting({ date, connection, 'keep-alive': _, 'x-request-id': id, ...headers }: IncomingHttpHeaders) {
  expect(date).toMatch(/GMT$/)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  return { ...headers, 'transfer-encoding': undefined, 'content-length': undefined }
}

describe('a tile that was sent before', () => {
  it('is sent again as the app sends it, to the last header and byte', async () => {
    const first = await ask(GZIP)
    const again = await ask(GZIP)
    expect(again.status).toBe(200)
    expect(lasting(again.headers)).toEqual(lasting(first.headers))
    expect(again.headers['content-length']).toBe(String(again.body.length))
    expect(again.headers['content-security-policy']).toContain("default-src 'self'")
    expect(again.body).toEqual(first.body)
    expect(decodeTile(gunzipSync(again.body)).parent).toBe(PARENT)
  })

  it('is counted with all others', async () => {
    for (let i = 0; i < 5; i++) await ask(GZIP)
    const lines = (await registry.metrics()).split('\n')
    expect(lines.find((line) => /requests_total\{.*tiles.*200/.test(line))).toMatch(/ 5$/)
    // Only what went through the app is timed.
    expect(lines.find((line) => /duration_seconds_count\{.*tiles/.test(line))).toMatch(/ 1$/)
  })

  it('is not sent to whoever has it, or takes no gzip', async () => {
    const { etag = '' } = (await ask(GZIP)).headers
    expect((await ask({ ...GZIP, 'If-None-Match': etag })).status).toBe(304)
    const plain = await ask({ 'Accept-Encoding': 'gzip;q=0, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(decodeTile(plain.body).parent).toBe(PARENT)
  })

  it('is refused to the pages of other sites as ever', async () => {
    await ask(GZIP)
    expect((await ask({ ...GZIP, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await ask({ ...GZIP, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })

  it('is refused under a name that is none of the page’s', async () => {
    await ask(GZIP)
    expect((await ask({ ...GZIP, Host: 'localhost' })).status).toBe(200)
    expect((await ask({ ...GZIP, Host: 'rebound.example' })).status).toBe(421)
  })

  it('answers with the request id that it was asked with', async () => {
    await ask(GZIP)
    const { headers } = await ask({ ...GZIP, 'X-Request-Id': 'given-by-a-gateway' })
    expect(headers['x-request-id']).toBe('given-by-a-gateway')
  })
})
