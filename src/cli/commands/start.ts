import type { Command } from 'commander'
import { readPlans } from '../../service/plans/plans-file.ts'
import type { Context } from '../environment/context.ts'
import type { Environment, RemoteService } from '../environment/environment.ts'
import { checkPort, PAGE } from '../serving/check-port.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { openProxy } from '../serving/open-proxy.ts'
import { prepareMarket } from '../serving/prepare-market.ts'
import { runUntilStopped } from '../serving/run-until-stopped.ts'
import { serveMarket } from '../serving/serve-market.ts'
import { listingCount } from './listing-count.ts'

interface Options {
  demoListings?: number
  schedule: boolean
}

/** `start`: starts everything that the map needs. */
export function addStartCommand(root: Command, context: Context): void {
  root
    .command('start')
    .description('start everything: the service (unless another is set), the proxy and the page')
    .option(
      '--demo-listings <count>',
      'size of the demonstration market, if one is created (default: as before, initially 1000000)',
      listingCount,
    )
    .option('--no-schedule', 'build only the newest period, and nothing while serving')
    .addHelpText(
      'after',
      `
If DATA_DIR has no listings, a demonstration market of simulated listings is created first. Earlier periods, and a new
one at the end of each month, are built in a separate low-priority process. If SERVICE_BASE_URL and SERVICE_TOKEN are
set, that service is used and nothing is created.

Examples:
  $ squaremetre start
  $ PORT=9000 DATA_DIR=/srv/squaremetre squaremetre start
  $ SERVICE_NOW=2019-01-15 squaremetre start           for listings up to the end of 2018`,
    )
    .action(async (options: Options) => {
      const settings = context.environment()
      await checkPort(settings.host, settings.port, PAGE, settings.metrics)
      const page = context.preparePage()
      // It is awaited later; until then a failure must not end the process as an unhandled rejection.
      page.catch(() => {})
      if (settings.service) await startOver(settings, settings.service, page)
      else await startEmbedded(settings, options, page)
    })
}

async function startOver(settings: Environment, service: RemoteService, page: Promise<string>): Promise<void> {
  const metrics = await openMetrics(settings)
  const proxy = await openProxy(settings, service, { pageDir: await page, ...metrics })
  await runUntilStopped([proxy, metrics], settings.drainSeconds)
}

/** Prepares the newest period in DATA_DIR and serves it until the process is stopped. */
export async function startEmbedded(
  settings: Environment,
  { demoListings, schedule }: Options,
  page: Promise<string>,
): Promise<void> {
  // Read first, so that unreadable plans fail before a build.
  readPlans(settings)
  const metrics = await openMetrics(settings)
  await prepareMarket(settings, demoListings)
  await serveMarket(settings, { pageDir: await page, schedule, metrics })
}
