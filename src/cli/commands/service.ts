import { type Command, InvalidArgumentError } from 'commander'
import { readPlans } from '../../service/plans/plans-file.ts'
import { startService } from '../../service/start-service.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, print } from '../environment/terminal.ts'
import { checkPort } from '../serving/check-port.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { runUntilStopped } from '../serving/run-until-stopped.ts'
import { scheduleBuilds } from '../serving/schedule-builds.ts'

/** `service`: the statistics service alone. */
export function addServiceCommand(root: Command, { environment }: Context): void {
  root
    .command('service')
    .description('serve statistics only, without a proxy or a page')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes any free one', portNumber, 8787)
    .option('--no-schedule', 'leave building to "squaremetre build"')
    .addHelpText(
      'after',
      `
It serves the periods that were built of what "import" or "demo" kept in DATA_DIR, to holders of a token. It builds by
itself, in a process of its own that gives way to all others: when it starts, when a month is over, and when listings or
rates have come in.

Examples:
  $ squaremetre service
  $ squaremetre service --host 0.0.0.0 --port 9000
  $ curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8787/public/v1/coverage`,
    )
    .action(async ({ host, port, schedule }: { host: string; port: number; schedule: boolean }) => {
      const settings = environment()
      await checkPort(host, port, '--port ')
      const { dataDir, geocoder, trustedProxies, logLevel } = settings
      const { plans } = readPlans(settings)
      const metrics = await openMetrics(settings)
      const service = await startService({
        dataDir,
        host,
        port,
        geocoder,
        plans,
        now: clockOf(settings),
        log: jsonLog(logLevel),
        registry: metrics.registry,
        trustedProxies,
      })
      print(service.url)
      const builds = scheduleBuilds(settings, schedule, metrics.registry)
      await runUntilStopped([builds, service, metrics], settings.drainSeconds)
    })
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It should be from 0 to 65535.')
  return port
}
