import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addAccountCommands } from './commands/account.ts'
import { addBuildCommand } from './commands/build.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addImportCommand } from './commands/import.ts'
import { addPlacesCommand } from './commands/places.ts'
import { addPlansCommand } from './commands/plans.ts'
import { addProxyCommand } from './commands/proxy.ts'
import { addRatesCommand } from './commands/rates.ts'
import { addServiceCommand } from './commands/service.ts'
import { addStartCommand } from './commands/start.ts'
import { addTokenCommands } from './commands/token.ts'
import { addZonesCommand } from './commands/zones.ts'
import type { Context } from './environment/context.ts'
import { type Environment, readEnvironment } from './environment/environment.ts'
import { outliveReaders } from './environment/terminal.ts'
import { reportFailure } from './report-failure.ts'

/** Runs one command line, given without the program's name. Never throws: the process ends with an exit code. */
export async function runCommandLine(
  args: readonly string[],
  { preparePage }: Pick<Context, 'preparePage'>,
): Promise<void> {
  outliveReaders()
  let read: Environment | null = null
  const environment = () => {
    read ??= readEnvironment()
    return read
  }
  try {
    await program({ environment, preparePage }).parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has already printed its message; --help is not a failure.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    // Exits at once, because anything started before the failure would keep the process alive.
    else process.exit(reportFailure(error))
  }
}

function program(context: Context): Command {
  const root = new Command('squaremetre')
    .description('A map of property prices from a metered statistics service, and that service.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText(
      'after',
      `
Settings come from the environment or from a file .env in the working folder: PORT, HOST, DATA_DIR, SERVICE_BASE_URL with
SERVICE_TOKEN, PLANS_FILE, GEOCODER_URL, SERVICE_NOW, LOG_LEVEL, and for operators TRUSTED_PROXIES, ALLOWED_HOSTS,
METRICS_PORT, METRICS_HOST and DRAIN_SECONDS. .env.example explains them.

Exit codes: 0 success, 1 failure, 2 usage error.

Examples:
  $ squaremetre start                        show the map of the demonstration market
  $ squaremetre import listings.csv.gz       or import your own listings,
  $ squaremetre build                        build their figures,
  $ squaremetre start                        and show their map`,
    )
  const commands = [
    addStartCommand,
    addServiceCommand,
    addProxyCommand,
    addImportCommand,
    addZonesCommand,
    addPlacesCommand,
    addRatesCommand,
    addBuildCommand,
    addDemoCommand,
    addAccountCommands,
    addTokenCommands,
    addPlansCommand,
  ]
  for (const add of commands) add(root, context)
  return root
}
