import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientReader } from './client-address.ts'
import { createExchangeMetrics } from './exchange-metrics.ts'
import { recordExchanges } from './exchanges.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'

let server: HttpServer
let origin: string
let registry: Registry
/** Ends what `/slow` waits for. */
let release: () => void

beforeEach(async () => {
  registry = new Registry()
  const metrics = createExchangeMetrics(registry, 'test')
  const log = pino({ level: 'silent' })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const app = new Hono()
  app.use(recordExchanges({ log, metrics }))
  app.get('/quick', (c) => c.text('quick'))
  app.get('/slow', async (c) => {
    await held
    return c.text('slow')
  })
  app.get('/stream/:name', (c) => {
    const start = async (lines: ReadableStreamDefaultController<Uint8Array>) => {
      lines.enqueue(Buffer.from('first\n'))
      await held
      lines.enqueue(Buffer.from('last\n'))
      lines.close()
    }
    return c.body(new ReadableStream({ start }))
  })
  server = createHttpServer({
    fetch: app.fetch,
    maxAddressBytes: 1_000,
    maxHeadBytes: 16_384,
    refuse: (fault) => ({ status: 400, code: fault, headers: {}, body: JSON.stringify({ error: fault }) }),
    client: clientReader([]),
    metrics,
    log,
  })
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => release())

const at = (path: string) => fetch(origin + path)

describe('a server that is asked to close', () => {
  it('lets every running answer end, streams included, and tells clients to go elsewhere', async () => {
    const stream = await at('/stream/x')
    const slow = Array.from({ length: 8 }, () => at('/slow'))
    // The answers have begun once the server counts them.
    await expect.poll(() => inFlight()).toBe(9)
    const closed = server.close(10_000)
    await sleep(20)
    release()
    for (const answer of await Promise.all(slow)) {
      expect(answer.headers.get('connection')).toBe('close')
      expect(await answer.text()).toBe('slow')
    }
    expect(await stream.text()).toBe('first\nlast\n')
    await closed
    await expect(at('/quick')).rejects.toThrow()
  })

  it('answers what had arrived on a connection that was kept', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await sleep(20)
    const closed = server.close(10_000)
    setTimeout(release, 20)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain('slow')
    await closed
  })

  it('does not wait for connections that ask nothing', async () => {
    const idle = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(idle, 'connect')
    const gone = once(idle, 'close')
    await (await at('/quick')).text()
    await server.close(600_000)
    await gone
  })

  it('cuts off what takes longer than it may', async () => {
    const slow = at('/slow')
    slow.catch(() => {})
    await expect.poll(() => inFlight()).toBe(1)
    await server.close(50)
    await expect(slow).rejects.toThrow()
  })

  it('goes on answering while it winds down, each answer the last of its connection', async () => {
    expect((await at('/quick')).headers.get('connection')).toBe('keep-alive')
    server.windDown()
    for (const _ of [1, 2, 3]) expect((await at('/quick')).headers.get('connection')).toBe('close')
    await server.close(1_000)
  })
})

describe('what is no request', () => {
  it('is answered while its client is still sending, and the rest is read', async () => {
    const { hostname, port } = new URL(origin)
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const faults: unknown[] = []
    let answer = ''
    client
      .on('error', (fault) => faults.push(fault))
      .on('data', (bytes) => {
        answer += bytes
      })
    client.write('NONSENSE\r\n\r\n')
    await once(client, 'end')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"unreadable"/s)
    for (let i = 0; i < 6; i++) {
      client.write('y'.repeat(65_536))
      // So that each is a chunk of its own.
      await sleep(20)
    }
    expect(faults).toEqual([])
    client.destroy()
    await server.close(1_000)
  })
})

describe('the metrics of a server', () => {
  it('are labelled by template, never by what a client sends', async () => {
    release()
    for (const path of ['/stream/a1', '/stream/b2?token=c3', '/d4']) await (await at(path)).text()
    const odd = request(`${origin}/quick`, { method: 'PROPFIND' }).end()
    await once(odd, 'response')
    await at(`/${'e5'.repeat(1_000)}`)
    await server.close(1_000)
    const page = await registry.metrics()
    expect(page).toContain(
      'test_http_requests_total{method="GET",route="/stream/:name",status="200",status_class="2xx"} 2',
    )
    expect(page).toContain('test_http_requests_total{method="other",route="/*",status="404",status_class="4xx"} 1')
    expect(page).toContain('test_http_requests_total{method="none",route="none",status="400",status_class="4xx"} 1')
    expect(page).toContain('test_refusals_total{code="address_too_long"} 1')
    expect(page).toContain('test_http_request_duration_seconds_count{route="/stream/:name"} 2')
    expect(page).toContain('test_http_requests_in_flight 0')
    expect(page).not.toMatch(/a1|b2|c3|d4|e5|PROPFIND/)
  })
})

async function inFlight(): Promise<number | undefined> {
  const metric = await registry.getSingleMetric('test_http_requests_in_flight')?.get()
  return metric?.values[0]?.value
}
