import type { Command } from 'commander'
import { makeDemo } from '../../service/demo/make-demo.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, print, say, showProgress } from '../environment/terminal.ts'
import { listingCount } from './listing-count.ts'

/** `demo`: the demonstration market's listings and places. */
export function addDemoCommand(root: Command, { environment }: Context): void {
  root
    .command('demo')
    .description('make the demonstration market: simulated listings of the last months, and places')
    .option('--listings <count>', 'about how many; by default as before, at first 1000000', listingCount)
    .addHelpText(
      'after',
      `
All its listings are made up, around real towns. The same month and size give the same market. "start" makes it by
itself where there are no other listings, anew each month, and of the size that its --demo-listings says.

Examples:
  $ squaremetre demo --listings 200000 && squaremetre build
  $ DATA_DIR=/tmp/demo squaremetre demo`,
    )
    .action(async ({ listings }: { listings?: number }) => {
      const settings = environment()
      const report = await makeDemo({
        dataDir: settings.dataDir,
        now: clockOf(settings),
        log: jsonLog(settings.logLevel),
        onProgress: showProgress,
        ...(listings !== undefined && { listings }),
      })
      const made = report.made ? 'made' : 'there already'
      print(`${report.listings} simulated listings and ${report.places} places up to ${report.month}: ${made}`)
      say('"squaremetre build" makes the figures of what is new.')
    })
}
