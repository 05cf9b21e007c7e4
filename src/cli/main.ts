import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { Context } from './environment/context.ts'
import { type Environment, readEnvironment } from './environment/environment.ts'
import { outliveReaders } from './environment/terminal.ts'
import { reportFailure } from './report-failure.ts'

/** Adds a command to the program. */
type AddCommand = (root: Command, context: Context) => void

/** The commands by name, in the order of the help. Each is loaded only when it is needed: some load large packages. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['start', async () => (await import('./commands/start.ts')).addStartCommand],
  ['service', async () => (await import('./commands/service.ts')).addServiceCommand],
  ['proxy', async () => (await import('./commands/proxy.ts')).addProxyCommand],
  ['open', async () => (await import('./commands/open.ts')).addOpenCommand],
  ['import', async () => (await import('./commands/import.ts')).addImportCommand],
  ['imports', async () => (await import('./commands/imports.ts')).addImportsCommands],
  ['get', async () => (await import('./commands/get.ts')).addGetCommand],
  ['zones', async () => (await import('./commands/zones.ts')).addZonesCommand],
  ['places', async () => (await import('./commands/places.ts')).addPlacesCommand],
  ['rates', async () => (await import('./commands/rates.ts')).addRatesCommand],
  ['build', async () => (await import('./commands/build.ts')).addBuildCommand],
  ['move', async () => (await import('./commands/move.ts')).addMoveCommand],
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
  ['account', async () => (await import('./commands/account.ts')).addAccountCommands],
  ['token', async () => (await import('./commands/token.ts')).addTokenCommands],
  ['plans', async () => (await import('./commands/plans.ts')).addPlansCommand],
])

/** Runs one command line, given without the program's name. Never throws: the process ends with an exit code. */
export async function runCommandLine(
  args: readonly string[],
  { preparePage }: Pick<Context, 'preparePage'>,
): Promise<void> {
  outliveReaders()
  let read = null as Environment | null
  const environment = () => {
    read ??= readEnvironment()
    return read
  }
  try {
    const root = program()
    const line = withCommand(args)
    for (const add of await commandsFor(line)) add(root, { environment, preparePage })
    await root.parseAsync(line, { from: 'user' })
  } catch (error) {
    // Commander has already printed its message; --help is not a failure.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    // Exits at once, because anything started before the failure would keep the process alive.
    else process.exit(reportFailure(error, read?.dataDir))
  }
}

/** Adds the command to arguments that begin with a file instead of a command's name. */
function withCommand(args: readonly string[]): readonly string[] {
  const [first = ''] = args
  const isFile = !first.startsWith('-') && !COMMANDS.has(first) && (/[./\\]/.test(first) || existsSync(first))
  return isFile ? ['open', ...args] : args
}

/** Loads the command that the arguments name; all of them for general help and for a name that is none. */
function commandsFor([name = '']: readonly string[]): Promise<AddCommand[]> {
  const named = COMMANDS.get(name)
  return Promise.all((named ? [named] : [...COMMANDS.values()]).map((load) => load()))
}

function program(): Command {
  return new Command('squaremetre')
    .description('A map of property prices from a metered statistics service, and that service.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText(
      'after',
      `
Settings come from the environment or from a file .env in the working folder, such as PORT, HOST, DATA_DIR,
SERVICE_BASE_URL with SERVICE_TOKEN, PLANS_FILE, GEOCODER_URL, SERVICE_NOW and LOG_LEVEL. The file .env.example, which
comes with the program, lists and explains all of them.

Exit codes: 0 success, 1 failure, 2 usage error.

Examples:
  $ squaremetre flats.csv                    show the map of your own listings
  $ squaremetre start                        or of the demonstration market
  $ DATA_DIR=paris squaremetre get dvf 75    or of real sales: France's open transactions
  $ squaremetre import listings.csv.gz       or import listings,
  $ squaremetre build                        build their figures,
  $ squaremetre start                        and show their map`,
    )
}
