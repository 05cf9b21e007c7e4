import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Registry } from 'prom-client'
import { type AllowedHosts, isAllowedHost } from './allowed-hosts.ts'

const TEXT = { 'Content-Type': 'text/plain' }

/** Serves `/metrics` on a separate address, which can be kept from the public, and only under allowed names. */
export async function openMetricsListener(options: {
  registry: Registry
  host: string
  port: number
  allowedHosts: AllowedHosts
}): Promise<{ url: string; close(): Promise<void> }> {
  const { registry, host, port, allowedHosts } = options
  const server = createServer(async ({ url, method, headers }, answer) => {
    if (!isAllowedHost(headers.host, allowedHosts)) {
      return void answer
        .writeHead(421, TEXT)
        .end('Use the IP address or localhost, or add the name to ALLOWED_HOSTS.\n')
    }
    if (url !== '/metrics' || method !== 'GET') return void answer.writeHead(404).end()
    try {
      const text = await registry.metrics()
      answer.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (error) {
      // A gauge that is read at the scrape, such as the period served, may fail; the scrape then reports the error.
      answer.writeHead(500, TEXT).end(`${error instanceof Error ? error.message : error}\n`)
    }
  })
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
