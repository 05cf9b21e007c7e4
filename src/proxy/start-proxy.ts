import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import type { Logger } from 'pino'
import { createProxyApp } from './app.ts'
import { ledgerFile } from './core/ledger-file.ts'
import type { Patience } from './core/retry-pause.ts'
import { createCallLimits } from './io/call-limits.ts'
import { createFreeAnswers } from './io/free-answers.ts'
import { createLookups } from './io/lookups.ts'
import { createMarketGround } from './io/market-ground.ts'
import { createMeter } from './io/meter.ts'
import { openPageFiles } from './io/page-files.ts'
import { createPauses } from './io/pauses.ts'
import { createPeriodFinder } from './io/period-finder.ts'
import { createPurchaser } from './io/purchaser.ts'
import { type ConnectionLimits, connectService } from './io/service-connection.ts'
import { openSqliteLedger } from './io/sqlite-ledger.ts'
import { createUpstream } from './io/upstream.ts'

// Milliseconds: a service that hangs must not keep the proxy from ending.
const LONGEST_DRAIN = 10_000

export interface ProxyOptions {
  readonly dataDir: string
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Where the service is, its path prefix included: `http://127.0.0.1:8787/public/v1`. */
  readonly serviceBaseUrl: string
  readonly serviceToken: string
  /** The built page; null serves none. */
  readonly pageDir: string | null
  /** The clock by which the service's periods are current. */
  readonly now: () => Date
  readonly log: Logger
  /** The clock by which waits and allowances run; the wall's unless given. */
  readonly clock?: () => Date
  readonly patience?: Patience
  readonly connectionLimits?: ConnectionLimits
}

/** Starts the proxy; rejects when an option cannot be used or the port is taken. `close` finishes what is being bought. */
export async function startProxy(options: ProxyOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { log, now, pageDir, clock = () => new Date() } = options
  const elapsed = () => performance.now()
  const stopping = new AbortController()
  const connection = connectService(
    { baseUrl: options.serviceBaseUrl, token: options.serviceToken },
    options.connectionLimits,
  )
  const ledger = openSqliteLedger(join(options.dataDir, 'proxy', ledgerFile(options.serviceBaseUrl)))
  const upstream = createUpstream({
    connection,
    clock,
    stopping: stopping.signal,
    ...(options.patience ? { patience: options.patience } : {}),
  })
  const meter = createMeter({ upstream, ledger, log, elapsed })
  const period = createPeriodFinder({ upstream, ledger, log, now, elapsed })
  const purchaser = createPurchaser({
    upstream,
    ledger,
    meter,
    period,
    log,
    clock,
    limits: createCallLimits(ledger, upstream.basePath),
    lookups: createLookups(ledger, upstream, createMarketGround({ upstream, elapsed })),
    pauses: createPauses({ meter, clock, elapsed }),
  })
  const free = createFreeAnswers(upstream)
  const page = pageDir === null ? null : openPageFiles(pageDir)
  const app = createProxyApp({ ledger, period, meter, purchaser, free, page, log })
  const release = async () => {
    await connection.close()
    await ledger.close()
  }
  const server = await listen(app.fetch, options).catch(async (error: unknown) => {
    await release()
    throw error
  })
  return {
    url: urlOf(server),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      stopping.abort()
      await Promise.race([purchaser.drain(), sleep(LONGEST_DRAIN, undefined, { ref: false })])
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      await release()
    },
  }
}

function listen(fetch: (request: Request) => Response | Promise<Response>, options: ProxyOptions): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: options.host, port: options.port }, () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${options.port} is taken: choose another by PORT`) : error)
    })
  })
}

function urlOf(server: ServerType): string {
  const { address, family, port } = server.address() as AddressInfo
  const anywhere = address === '0.0.0.0' || address === '::'
  const host = anywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
