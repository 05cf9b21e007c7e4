import type { Command } from 'commander'
import { ensureEmbeddedToken } from '../../service/accounts/embedded-token.ts'
import { readPlans } from '../../service/plans/plans-file.ts'
import { startService } from '../../service/start-service.ts'
import type { Context } from '../environment/context.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog } from '../environment/terminal.ts'
import { checkPort } from '../serving/check-port.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { openProxy } from '../serving/open-proxy.ts'
import { prepareMarket } from '../serving/prepare-market.ts'
import { runUntilStopped } from '../serving/run-until-stopped.ts'
import { sayWhatIsServed } from '../serving/say-what-is-served.ts'
import { scheduleBuilds } from '../serving/schedule-builds.ts'
import { listingCount } from './listing-count.ts'

interface Options {
  demoListings?: number
  schedule: boolean
}

/** `start`: everything that a map needs. */
export function addStartCommand(root: Command, context: Context): void {
  root
    .command('start')
    .description('start all: the service (or use another), the proxy and the page')
    .option(
      '--demo-listings <count>',
      'size of the demonstration market, where one is made; by default as before, at first 1000000',
      listingCount,
    )
    .option('--no-schedule', 'build the newest period only, and nothing while serving')
    .addHelpText(
      'after',
      `
Where DATA_DIR holds no listings, a demonstration market of simulated ones is made first. The other periods, and later
ones when a month is over, are built meanwhile in a process of its own that gives way to all others. With
SERVICE_BASE_URL and SERVICE_TOKEN set, that service is used, and nothing is made.

Examples:
  $ squaremetre start
  $ PORT=9000 DATA_DIR=/srv/squaremetre squaremetre start
  $ SERVICE_NOW=2019-01-15 squaremetre start           for listings up to the end of 2018`,
    )
    .action(async (options: Options) => {
      const settings = context.environment()
      await checkPort(settings.host, settings.port, 'PORT=')
      const page = context.preparePage()
      // It is awaited last; until then a failure of it must not end the process without a word.
      page.catch(() => {})
      if (settings.service) await startOver(settings, settings.service, page)
      else await startEmbedded(settings, options, page)
    })
}

async function startOver(
  settings: Environment,
  service: { baseUrl: string; token: string },
  page: Promise<string>,
): Promise<void> {
  const metrics = await openMetrics(settings)
  const proxy = await openProxy(settings, service, { pageDir: await page, ...metrics })
  await runUntilStopped([proxy, metrics], settings.drainSeconds)
}

async function startEmbedded(
  settings: Environment,
  { demoListings, schedule }: Options,
  page: Promise<string>,
): Promise<void> {
  const { dataDir, geocoder, logLevel } = settings
  const now = clockOf(settings)
  const plans = readPlans(settings)
  const metrics = await openMetrics(settings)
  await prepareMarket(settings, demoListings)
  const pageDir = await page
  const log = jsonLog(logLevel)
  const { registry } = metrics
  const at = { host: '127.0.0.1', port: 0 }
  const service = await startService({ dataDir, ...at, geocoder, plans: plans.plans, now, log, registry })
  const embedded = { baseUrl: service.url, token: ensureEmbeddedToken(dataDir, plans) }
  const proxy = await openProxy(settings, embedded, { pageDir, registry })
  sayWhatIsServed(dataDir, now())
  const builds = scheduleBuilds(settings, schedule, registry)
  await runUntilStopped([builds, proxy, service, metrics], settings.drainSeconds)
}
