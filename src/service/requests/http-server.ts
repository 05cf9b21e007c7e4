import type { Env, Hono } from 'hono'
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../../server/http/http-server.ts'
import { bareRefusal, MAX_ADDRESS_BYTES, MAX_HEAD_BYTES } from './bare-refusal.ts'
import type { ServiceDeps } from './service-env.ts'

/**
 * An HTTP server for the app. Requests that the server refuses before the app sees them (bytes that are not HTTP, an
 * address or headers that are too long, a missing Host, an unknown expectation, a tunnel) get the usual envelope and
 * headers.
 */
export function createServiceServer<E extends Env>(
  app: Hono<E>,
  deps: ServiceDeps,
  isReverseProxy: HttpServerOptions['isReverseProxy'] = () => false,
): HttpServer {
  const { client, metrics, log } = deps
  return createHttpServer({
    fetch: app.fetch,
    maxAddressBytes: MAX_ADDRESS_BYTES,
    maxHeadBytes: MAX_HEAD_BYTES,
    refuse: (fault, request) => bareRefusal(deps, fault, request),
    client,
    isReverseProxy,
    metrics: metrics.exchanges,
    log,
  })
}
