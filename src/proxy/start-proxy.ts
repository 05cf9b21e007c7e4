import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { clientReader } from '../server/client-address.ts'
import { createHttpServer } from '../server/http-server.ts'
import { logByRequest } from '../server/request-id.ts'
import type { RunningServer } from '../server/running-server.ts'
import { createProxyApp } from './app.ts'
import { ledgerFile } from './core/ledger-file.ts'
import type { Patience } from './core/retry-pause.ts'
import { createCallLimits } from './io/call-limits.ts'
import { createFreeAnswers } from './io/free-answers.ts'
import { createLookups } from './io/lookups.ts'
import { createMarketGround } from './io/market-ground.ts'
import { createMeter } from './io/meter.ts'
import { createProxyMetrics } from './io/metrics.ts'
import { openPageFiles } from './io/page-files.ts'
import { createPauses } from './io/pauses.ts'
import { createPeriodFinder } from './io/period-finder.ts'
import { createPurchaser } from './io/purchaser.ts'
import { type ConnectionLimits, connectService } from './io/service-connection.ts'
import { openSqliteLedger } from './io/sqlite-ledger.ts'
import { createUpstream } from './io/upstream.ts'
import { bareRefusal, MAX_HEAD_BYTES } from './routes/bare-refusal.ts'

// Milliseconds: a service that hangs must not keep the proxy from ending.
const LONGEST_DRAIN = 20_000

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
  /** Where metrics are registered; one of its own unless given. */
  readonly registry?: Registry
}

/** Starts the proxy; rejects when an option cannot be used or the port is taken. `close` finishes what is being bought. */
export async function startProxy(options: ProxyOptions): Promise<RunningServer> {
  const windingDown = new AbortController()
  const stopping = new AbortController()
  const log = logByRequest(options.log)
  const { app, metrics, purchaser, release } = assemble(options, log, { windingDown, stopping })
  const server = createHttpServer({
    fetch: app.fetch,
    maxAddressBytes: MAX_HEAD_BYTES,
    maxHeadBytes: MAX_HEAD_BYTES,
    refuse: bareRefusal,
    client: clientReader([]),
    metrics: metrics.exchanges,
    log,
  })
  const origin = await server.listen(options).catch(async (error: NodeJS.ErrnoException) => {
    await release()
    throw error.code === 'EADDRINUSE' ? new Error(`port ${options.port} is taken: choose another by PORT`) : error
  })
  const url = origin.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
  log.info({ url }, 'the proxy is listening')
  const windDown = () => {
    windingDown.abort()
    server.windDown()
  }
  return {
    url,
    windDown,
    close: async () => {
      windDown()
      stopping.abort()
      await Promise.all([
        server.close(LONGEST_DRAIN),
        Promise.race([purchaser.drain(), sleep(LONGEST_DRAIN, undefined, { ref: false })]),
      ])
      await release()
      log.info('the proxy has ended')
    },
  }
}

/** Puts the parts together; `release` closes what they hold. */
function assemble(
  options: ProxyOptions,
  log: Logger,
  { windingDown, stopping }: { windingDown: AbortController; stopping: AbortController },
) {
  const { now, pageDir, clock = () => new Date() } = options
  const elapsed = () => performance.now()
  const metrics = createProxyMetrics(options.registry ?? new Registry())
  const service = { baseUrl: options.serviceBaseUrl, token: options.serviceToken }
  const connection = metrics.watchConnection(connectService(service, options.connectionLimits))
  const file = join(options.dataDir, 'proxy', ledgerFile(options.serviceBaseUrl))
  const ledger = metrics.countPurchases(openSqliteLedger(file))
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
  const deps = { ledger, period, meter, purchaser, free, page, log, metrics, stopping: windingDown.signal }
  const release = async () => {
    await connection.close()
    await ledger.close()
  }
  return { app: createProxyApp(deps), metrics, purchaser, release }
}
