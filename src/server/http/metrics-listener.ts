import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Registry } from 'prom-client'
import { type AllowedHosts, isAllowedHost } from './allowed-hosts.ts'
import { oneAtATime } from './one-at-a-time.ts'

const TEXT = { 'Content-Type': 'text/plain' }
/** A scrape is a short request on one connection; a few collectors and people share the listener. */
const BOUNDS = { maxHeaderSize: 8_192, headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 65_000 }
const LOOK_MS = 5_000
const CONNECTIONS_MAX = 64

/**
 * Serves `/metrics` on a separate address, which can be kept from the public, and only under allowed names. Scrapes that
 * arrive while one is being made share it, and a connection's requests are answered one after another.
 */
export async function openMetricsListener(options: {
  registry: Registry
  host: string
  port: number
  allowedHosts: AllowedHosts
}): Promise<{ url: string; close(): Promise<void> }> {
  const { registry, host, port, allowedHosts } = options
  const server = createServer({ ...BOUNDS, connectionsCheckingInterval: LOOK_MS })
  server.maxConnections = CONNECTIONS_MAX
  const scrape = sharedScrape(registry)
  const respond: RequestListener = async ({ url, method, headers }, answer) => {
    if (!isAllowedHost(headers.host, allowedHosts)) {
      return void answer
        .writeHead(421, TEXT)
        .end('Use the IP address or localhost, or add the name to ALLOWED_HOSTS.\n')
    }
    if (url !== '/metrics' || method !== 'GET') return void answer.writeHead(404).end()
    try {
      const text = await scrape()
      answer.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (error) {
      // A gauge that is read at the scrape, such as the period served, may fail; the scrape then reports the error.
      answer.writeHead(500, TEXT).end(`${error instanceof Error ? error.message : error}\n`)
    }
  }
  server.on('request', oneAtATime(respond))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: bound } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/metrics`,
    close: async () => {
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns a function that collects the metrics, once for all scrapes that arrive in the meantime. */
function sharedScrape(registry: Registry): () => Promise<string> {
  let running: Promise<string> | null = null
  return () => {
    running ??= registry.metrics().finally(() => {
      running = null
    })
    return running
  }
}
