import type { Command } from 'commander'
import { ensureEmbeddedToken } from '../../service/accounts/embedded-token.ts'
import { startService } from '../../service/start-service.ts'
import { checkPort } from '../check-port.ts'
import type { Context } from '../context.ts'
import { clockOf, type Environment } from '../environment.ts'
import { listingCount } from '../listing-count.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { buildInBackground } from '../start/build-in-background.ts'
import { openProxy } from '../start/open-proxy.ts'
import { prepareMarket } from '../start/prepare-market.ts'
import { sayWhatIsServed } from '../start/say-what-is-served.ts'
import { jsonLog } from '../terminal.ts'

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
    .addHelpText(
      'after',
      `
Where DATA_DIR holds no listings, a demonstration market of simulated ones is made first. With SERVICE_BASE_URL and
SERVICE_TOKEN set, that service is used, and nothing is made.

Examples:
  $ squaremetre start
  $ PORT=9000 DATA_DIR=/srv/squaremetre squaremetre start
  $ SERVICE_NOW=2019-01-15 squaremetre start           for listings up to the end of 2018`,
    )
    .action(async ({ demoListings }: { demoListings?: number }) => {
      const settings = context.environment()
      await checkPort(settings.host, settings.port, 'PORT=')
      const page = context.preparePage()
      // It is awaited last; until then a failure of it must not end the process without a word.
      page.catch(() => {})
      if (settings.service) await startOver(settings, settings.service, page)
      else await startEmbedded(settings, demoListings, page)
    })
}

async function startOver(
  settings: Environment,
  service: { baseUrl: string; token: string },
  page: Promise<string>,
): Promise<void> {
  const proxy = await openProxy(settings, service, await page)
  await runUntilStopped([() => proxy.close()])
}

async function startEmbedded(
  settings: Environment,
  demoListings: number | undefined,
  page: Promise<string>,
): Promise<void> {
  const { dataDir, logLevel } = settings
  const now = clockOf(settings)
  await prepareMarket(settings, demoListings)
  const pageDir = await page
  const log = jsonLog(logLevel)
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log })
  const proxy = await openProxy(settings, { baseUrl: service.url, token: ensureEmbeddedToken(dataDir) }, pageDir)
  sayWhatIsServed(dataDir, now())
  const stopBuilding = buildInBackground()
  await runUntilStopped([stopBuilding, () => proxy.close(), () => service.close()])
}
