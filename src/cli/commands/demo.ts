import type { Command } from 'commander'
import { makeDemo } from '../../service/demo/make-demo.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, print, say, showProgress } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'
import { listingCount } from './listing-count.ts'

/** `demo`: creates the demonstration market's listings and places. */
export function addDemoCommand(root: Command, { environment }: Context): void {
  root
    .command('demo')
    .description('create the demonstration market: simulated listings of recent months, and places')
    .option('--listings <count>', 'approximate number (default: as before, initially 1000000)', listingCount)
    .addHelpText(
      'after',
      `
All its listings are made up, around real towns. The same month and size always give the same market. "start" creates it
when there are no other listings, and updates it each month; --demo-listings sets its size.

Examples:
  $ squaremetre demo --listings 200000 && squaremetre build
  $ DATA_DIR=/tmp/demo squaremetre demo`,
    )
    .action(async ({ listings }: { listings?: number }) => {
      const settings = environment()
      if (settings.listingsUrl !== null) {
        throw new UsageError('The demonstration market is made in DATA_DIR only. Unset LISTINGS_URL.')
      }
      const report = await makeDemo({
        dataDir: settings.dataDir,
        now: clockOf(settings),
        log: jsonLog(settings.logLevel),
        onProgress: showProgress,
        ...(listings !== undefined && { listings }),
      })
      const made = report.made ? 'created' : 'already there'
      print(`${report.listings} simulated listings and ${report.places} places up to ${report.month}: ${made}`)
      say('Run "squaremetre build" to build the new figures.')
    })
}
