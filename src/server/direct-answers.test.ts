import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientReader } from './client-address.ts'
import { answerDirectly, type DirectAnswer, type DirectRequest } from './direct-answers.ts'
import { createExchangeMetrics } from './exchange-metrics.ts'
import { recordExchanges } from './exchanges.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { currentRequestId } from './request-id.ts'

const ID = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736'

let server: HttpServer
let origin: string
let registry: Registry
let lines: Record<string, unknown>[]
/** Ends what `/direct/slow` waits for. */
let release: () => void

beforeEach(async () => {
  registry = new Registry()
  lines = []
  const records = {
    metrics: createExchangeMetrics(registry, 'test'),
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  }
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const answer = async ({ pathname, search, requestId }: DirectRequest): Promise<DirectAnswer> => {
    if (pathname === '/direct/slow') await held
    if (pathname === '/direct/broken') throw new Error('no such luck')
    const headers = { 'X-Own': pathname === '/direct/unsendable' ? 'a\nb' : 'yes' }
    return { status: 200, headers, body: Buffer.from(`${pathname} ${search} ${requestId} ${currentRequestId()}`) }
  }
  const direct = answerDirectly(
    {
      prefix: '/direct',
      fixedHeaders: [['x-fixed', 'always']],
      answer,
      broken: () => ({ status: 500, headers: {}, body: Buffer.from('sorry'), code: 'internal_error' }),
    },
    records,
  )
  const app = new Hono()
  app.use(recordExchanges(records))
  app.all('*', (c) => c.text('the app'))
  server = createHttpServer({
    fetch: app.fetch,
    maxAddressBytes: 1_000,
    maxHeadBytes: 16_384,
    refuse: (fault) => ({ status: 400, code: fault, headers: {}, body: JSON.stringify({ error: fault }) }),
    direct,
    client: clientReader([]),
    ...records,
  })
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  release()
  await server.close(1_000)
})

const at = (path: string, init: RequestInit = {}) => fetch(origin + path, init)

/** What is answered to a head as it is written here. */
async function sent(head: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

describe('a direct route', () => {
  it('answers what is below its prefix, outside of any request’s course, and leaves the rest to the app', async () => {
    const answer = await at('/direct/a?b=c', { headers: { 'X-Request-Id': ID } })
    expect(await answer.text()).toBe(`/direct/a ?b=c ${ID} undefined`)
    const { headers } = answer
    expect([headers.get('x-fixed'), headers.get('x-own'), headers.get('x-request-id')]).toEqual(['always', 'yes', ID])
    for (const path of ['/', '/directly', '/app/direct/a', '/direct/../app']) {
      expect(await (await at(path)).text()).toBe('the app')
    }
  })

  it.each([
    ['GET /x/../direct/a HTTP/1.1\r\nHost: x', '/direct/a'],
    ['GET http://elsewhere/direct/a HTTP/1.1\r\nHost: x', '/direct/a'],
    ['GET /direct/../app HTTP/1.1\r\nHost: x', 'the app'],
    ['GET //direct/a HTTP/1.1\r\nHost: x', 'the app'],
    ['GET /a HTTP/1.1\r\nHost: x/direct', 'unreadable'],
    ['GET /direct\\a HTTP/1.1\r\nHost: x', 'unreadable'],
    ['GET /direct/a HTTP/1.1\r\nHost: ', 'unreadable'],
    ['GET /direct/a HTTP/1.1\r\nHost: a b', 'unreadable'],
    ['GET /direct/a HTTP/1.1', 'unreadable'],
  ])('reads an address as the app would: %j', async (head, expected) => {
    expect(await sent(head)).toContain(expected)
  })

  it('answers HEAD as GET, without the body', async () => {
    const [get, head] = [await at('/direct/a'), await at('/direct/a', { method: 'HEAD' })]
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await head.text()).toBe('')
    expect(await get.text()).not.toBe('')
  })

  it.each(['/direct/broken', '/direct/unsendable'])('tells and logs a fault of its own: %s', async (path) => {
    const answer = await at(path, { headers: { 'X-Request-Id': ID } })
    expect([answer.status, await answer.text(), answer.headers.get('x-fixed')]).toEqual([500, 'sorry', 'always'])
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, request_id: ID, err: expect.anything() }))
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ status: 500, code: 'internal_error' }))
  })

  it('counts and logs by its template alone', async () => {
    await (await at('/direct/secret?token=x')).text()
    await expect
      .poll(() => lines)
      .toContainEqual(
        expect.objectContaining({ msg: 'answered', method: 'GET', route: '/direct/*', status: 200, level: 30 }),
      )
    const page = await registry.metrics()
    expect(page).toContain('test_http_requests_total{method="GET",route="/direct/*",status="200",status_class="2xx"} 1')
    expect(page).toContain('test_http_request_duration_seconds_count{route="/direct/*"} 1')
    expect(page).toContain('test_http_requests_in_flight 0')
    expect(page + JSON.stringify(lines)).not.toMatch(/secret|token/)
  })

  it('notes a client that has left before it was answered', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('GET /direct/slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(async () => await registry.metrics()).toContain('test_http_requests_in_flight 1')
    socket.destroy()
    await once(socket, 'close')
    release()
    await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['the client left before the answer was whole'])
    expect(await registry.metrics()).toContain('test_http_requests_in_flight 0')
  })

  it('ends its connections while the server winds down, the running answer’s too', async () => {
    const slow = at('/direct/slow')
    await expect.poll(async () => await registry.metrics()).toContain('test_http_requests_in_flight 1')
    server.windDown()
    release()
    for (const answer of [await slow, await at('/direct/a')]) {
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
      expect(answer.headers.get('x-fixed')).toBe('always')
    }
  })
})
