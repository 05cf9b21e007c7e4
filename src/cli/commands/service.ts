import { type Command, InvalidArgumentError } from 'commander'
import { watchPlans } from '../../service/plans/watch-plans.ts'
import { startService } from '../../service/start-service.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, print } from '../environment/terminal.ts'
import { checkPort } from '../serving/check-port.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { runUntilStopped } from '../serving/run-until-stopped.ts'
import { scheduleBuilds } from '../serving/schedule-builds.ts'
import { warnWithoutAccounts } from '../serving/warn-without-accounts.ts'
import { warnWithoutFigures } from '../serving/warn-without-figures.ts'

/** `service`: serves only the statistics service. */
export function addServiceCommand(root: Command, { environment }: Context): void {
  root
    .command('service')
    .description('serve only the statistics service, without proxy and page')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 for any free port', portNumber, 8787)
    .option('--no-schedule', 'build only with "squaremetre build"')
    .addHelpText(
      'after',
      `
Serves the figures built from the listings in DATA_DIR to clients with a token. Builds automatically, in a separate
low-priority process: at start, at the end of a month, and when listings or rates have changed.

Examples:
  $ squaremetre service
  $ squaremetre service --host 0.0.0.0 --port 9000
  $ curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8787/public/v1/coverage`,
    )
    .action(async ({ host, port, schedule }: { host: string; port: number; schedule: boolean }) => {
      const settings = environment()
      await checkPort(host, port, ['--port ', '--host'], settings.metrics)
      const { dataDir, accountsUrl, figuresUrl, meteringUrl, listingsUrl, geocoder, trustedProxies, logLevel } =
        settings
      const log = jsonLog(logLevel)
      const plans = watchPlans(settings, (err) => log.error({ err }, 'the plans stay as they were'))
      const metrics = await openMetrics(settings)
      const service = await startService({
        dataDir,
        host,
        port,
        geocoder,
        accountsUrl,
        figuresUrl,
        meteringUrl,
        listingsUrl,
        plans,
        now: clockOf(settings),
        log,
        registry: metrics.registry,
        trustedProxies,
      })
      print(service.url)
      const builds = schedule ? 'scheduled' : 'by hand'
      await warnWithoutFigures(settings, clockOf(settings)(), { command: 'service', builds })
      await warnWithoutAccounts(settings)
      const building = await scheduleBuilds(settings, schedule, metrics.registry)
      await runUntilStopped([building, service, metrics], settings.drainSeconds)
    })
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.')
  return port
}
