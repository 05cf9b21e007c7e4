import type { Registry } from 'prom-client'
import { ensureEmbeddedToken } from '../../service/accounts/embedded-token.ts'
import { readPlans } from '../../service/plans/plans-file.ts'
import { watchPlans } from '../../service/plans/watch-plans.ts'
import { startService } from '../../service/start-service.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog } from '../environment/terminal.ts'
import { openProxy } from './open-proxy.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { scheduleBuilds } from './schedule-builds.ts'
import { warnWithoutFigures } from './warn-without-figures.ts'

/** Serves the market in DATA_DIR with its own service, the proxy and the page, until the process is stopped. */
export async function serveMarket(
  settings: Environment,
  {
    pageDir,
    schedule,
    metrics,
    onReady,
  }: {
    pageDir: string
    schedule: boolean
    metrics: { registry: Registry; close(): Promise<void> }
    /** Called with the page's address. */
    onReady?: ((url: string) => void) | undefined
  },
): Promise<never> {
  const { dataDir, accountsUrl, figuresUrl, meteringUrl, listingsUrl, geocoder, logLevel } = settings
  const now = clockOf(settings)
  const plansAtStart = readPlans(settings)
  const log = jsonLog(logLevel)
  const plans = watchPlans(settings, (err) => log.error({ err }, 'the plans stay as they were'))
  const { registry } = metrics
  const at = { host: '127.0.0.1', port: 0 }
  const engines = { accountsUrl, figuresUrl, meteringUrl, listingsUrl }
  const service = await startService({ dataDir, ...engines, ...at, geocoder, plans, now, log, registry })
  const token = await ensureEmbeddedToken({ dataDir, accountsUrl }, plansAtStart)
  const embedded = { baseUrl: service.url, token, isEmbedded: true }
  const proxy = await openProxy(settings, embedded, { pageDir, registry })
  await warnWithoutFigures(settings, now())
  onReady?.(proxy.url)
  const builds = await scheduleBuilds(settings, schedule, registry)
  return runUntilStopped([builds, proxy, service, metrics], settings.drainSeconds)
}
