import type { Command } from 'commander'
import type { Context } from '../environment/context.ts'
import { UsageError } from '../environment/usage-error.ts'
import { checkPort, PAGE } from '../serving/check-port.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { openProxy } from '../serving/open-proxy.ts'
import { runUntilStopped } from '../serving/run-until-stopped.ts'

/** `proxy`: serves the page and its proxy for a service elsewhere. */
export function addProxyCommand(root: Command, { environment, preparePage }: Context): void {
  root
    .command('proxy')
    .description('serve only the page and its proxy, with the service at SERVICE_BASE_URL')
    .addHelpText(
      'after',
      `
Example:
  $ SERVICE_BASE_URL=https://service.example/public/v1 SERVICE_TOKEN=svc_live_ro_… squaremetre proxy`,
    )
    .action(async () => {
      const settings = environment()
      if (settings.service === null) {
        throw new UsageError(
          'Set SERVICE_BASE_URL and SERVICE_TOKEN to the service that the proxy should use, or run "squaremetre start", ' +
            'which includes a service.',
        )
      }
      await checkPort(settings.host, settings.port, PAGE, settings.metrics)
      const metrics = await openMetrics(settings)
      const proxy = await openProxy(settings, settings.service, { pageDir: await preparePage(), ...metrics })
      await runUntilStopped([proxy, metrics], settings.drainSeconds)
    })
}
