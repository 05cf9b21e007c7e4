import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { clientReader } from '../../server/http/client-address.ts'
import { createExchangeMetrics } from '../../server/http/exchange-metrics.ts'
import { recordExchanges } from '../../server/http/exchanges.ts'
import { createHttpServer, type HttpServer } from '../../server/http/http-server.ts'

/** One buffer for all responses, far more than the system buffers for a client that does not read. */
export const LARGE = new Uint8Array(16 * 1024 * 1024)
export const UNREAD_MS = 1_000
export const ARRIVAL_MS = 1_000
/** Connections that one client may have; all clients together may have 1,000. */
export const PER_CLIENT = 320
/** The loopback address that is trusted to name its clients. */
export const REVERSE_PROXY = '127.0.0.2'

/** A server on a free port, with metrics named `test_…` and routes that answer at once, slowly, in parts or at length. */
export interface ServerUnderTest {
  readonly server: HttpServer
  readonly origin: string
  readonly registry: Registry
  /** The requests that the app got, in order. */
  readonly asked: readonly string[]
  /** Responses of `/large` not yet written to their connection, now and at most. */
  readonly making: { readonly now: number; readonly most: number }
  /** Ends the wait of `/slow` and of streams. */
  release(): void
  /** How many requests the server's metrics count as not yet answered. */
  inFlight(): Promise<number | undefined>
}

/** A request may take `longestArrivalMs` to arrive. */
export async function startServerUnderTest({ longestArrivalMs = ARRIVAL_MS } = {}): Promise<ServerUnderTest> {
  const registry = new Registry()
  const metrics = createExchangeMetrics(registry, 'test')
  const log = pino({ level: 'silent' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const making = { now: 0, most: 0 }
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(recordExchanges({ log, metrics }))
  app.use((c, next) => {
    asked.push(`${c.req.method} ${c.req.path}`)
    return next()
  })
  app.get('/large', (c) => {
    making.now += 1
    making.most = Math.max(making.most, making.now)
    c.env.outgoing.once('close', () => {
      making.now -= 1
    })
    return c.body(LARGE)
  })
  app.post('/form', async (c) => c.text(`form of ${(await c.req.text()).length}`))
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
  // Hono's own would print the error of each body that breaks off.
  app.onError((_, c) => c.text('broken', 500))
  const server = createHttpServer({
    fetch: app.fetch,
    maxAddressBytes: 1_000,
    maxHeadBytes: 16_384,
    refuse: (fault) => ({ status: 400, code: fault, headers: {}, body: JSON.stringify({ error: fault }) }),
    longestUnreadMs: UNREAD_MS,
    longestArrivalMs,
    client: clientReader([REVERSE_PROXY]),
    isReverseProxy: (address) => address === REVERSE_PROXY,
    connections: { inAll: 1_000, perClient: PER_CLIENT },
    metrics,
    log,
  })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    server,
    origin,
    registry,
    asked,
    making,
    release,
    async inFlight() {
      const metric = await registry.getSingleMetric('test_http_requests_in_flight')?.get()
      return metric?.values[0]?.value
    },
  }
}
