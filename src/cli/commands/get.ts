import { type Command, Option } from 'commander'
import { type AsOf, addMonths, asOfAt, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { openFigureStore } from '../../service/figures/figure-store.ts'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { importListings } from '../../service/import/import-listings.ts'
import type { ImportReport } from '../../service/import/import-report.ts'
import { fetchSource } from '../../service/open-data/fetch-source.ts'
import { OPEN_SOURCES, yearsOf } from '../../service/open-data/open-sources.ts'
import type { Context } from '../environment/context.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'
import { checkPort } from '../serving/check-port.ts'
import { holdsDemo } from '../serving/demo-market.ts'
import { printImportReport } from './print-import-report.ts'
import { startEmbedded } from './start.ts'

interface Options {
  years?: string
  from?: string
  start: boolean
}

/** `get`: fetches open data, and makes and opens their map. */
export function addGetCommand(root: Command, context: Context): void {
  const list = [...OPEN_SOURCES.values()].map(({ name, title, areas }) => `  ${name}  ${title}; ${areas}`)
  root
    .command('get')
    .description('fetch open transaction data, and show their map')
    .argument('<source>', [...OPEN_SOURCES.keys()].join(', '))
    .argument('<area...>', 'such as 75 92')
    .option('--years <years>', 'such as 2024, 2022-2025 or 2022,2024 (default: all that are published)')
    .addOption(new Option('--from <address>', 'another server with the same paths'))
    .option('--no-start', 'only fetch and import')
    .addHelpText(
      'after',
      `
Files are kept in DATA_DIR/downloads. A transfer that was cut is continued, and files that have not changed are not
fetched again. Where the newest sales are old, the clock is set to their end.

Sources:
${list.join('\n')}

Examples:
  $ DATA_DIR=paris squaremetre get dvf 75 92 --years 2022-2025`,
    )
    .action((source: string, areas: string[], options: Options) => get(context, source, areas, options))
}

async function get(context: Context, name: string, areas: readonly string[], options: Options): Promise<void> {
  const settings = context.environment()
  const { dataDir, logLevel } = settings
  const source = OPEN_SOURCES.get(name)
  if (!source)
    throw new UsageError(`Expected one of the sources ${[...OPEN_SOURCES.keys()].join(', ')}; found "${name}".`)
  if (settings.service) {
    throw new UsageError(
      'Open data are shown by the service of this machine: unset SERVICE_BASE_URL and SERVICE_TOKEN.',
    )
  }
  if (holdsDemo(dataDir)) {
    throw new UsageError(
      `${dataDir} has the demonstration market. Choose a folder of its own: DATA_DIR=${name} squaremetre get ${name} …`,
    )
  }
  const now = clockOf(settings)
  const years = yearsOf(source, options.years, now())
  if (options.start) await checkPort(settings.host, settings.port, 'PORT=')
  const fetching = { dataDir, areas, years, address: options.from, onProgress: showProgress }
  const { files, fetched, missing } = await fetchSource(source, fetching)
  say(`${files.length} files of ${source.title}, ${fetched} of them fetched now`)
  if (missing.length > 0) say(`Not published: ${missing.join(', ')}`)
  const log = jsonLog(logLevel)
  const reports = await importListings({ dataDir, files, preset: source.preset, now, log, onProgress: showProgress })
  for (const report of reports) printImportReport(report)
  if (reports.every(({ kept, held }) => kept + held === 0))
    throw new Error('no sale could be used; the reasons are above')
  await makePlaces({ dataDir, towns: 'missing', log })
  if (!options.start) {
    say('Run "squaremetre build" to build the new figures, and "squaremetre start" to show their map.')
    return
  }
  await startEmbedded(atTheirEnd(settings, reports), { schedule: true }, context.preparePage())
}

/** The settings with the clock at the end of the sales, when the real time is too late for their figures. */
function atTheirEnd(settings: Environment, reports: readonly ImportReport[]): Environment {
  if (settings.fixedNow !== null) return settings
  const days = reports.flatMap(({ countries }) => countries.map(({ last_day }) => last_day)).sort()
  const last = days.at(-1)
  // Without new sales, those of the newest period are the last ones.
  const label = last === undefined ? newestLabel(settings.dataDir) : addMonths(asOfAt(new Date(last)), 1)
  if (label === null) return settings
  const age = (Date.now() - Date.parse(label)) / 86_400_000
  if (age >= 0 && age <= MAX_AS_OF_AGE_DAYS) return settings
  const fixedNow = new Date(Date.parse(label) + 14 * 86_400_000)
  say(`The sales end before ${label}: the map shows them as on ${fixedNow.toISOString().slice(0, 10)}.`)
  return { ...settings, fixedNow }
}

function newestLabel(dataDir: string): AsOf | null {
  const figures = openFigureStore(dataDir, () => new Date())
  try {
    return figures.newest()?.as_of ?? null
  } finally {
    figures.close()
  }
}
