import { type Command, Option } from 'commander'
import { counted } from '../../domain/names/counted.ts'
import { addMonths, asOfAt, MAX_AS_OF_AGE_DAYS } from '../../domain/period.ts'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { newestListingDay } from '../../service/listings/newest-day.ts'
import { fetchSource } from '../../service/open-data/fetch-source.ts'
import { OPEN_SOURCES, yearsOf } from '../../service/open-data/open-sources.ts'
import type { Context } from '../environment/context.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { readGiven, UsageError } from '../environment/usage-error.ts'
import { isWebAddress } from '../environment/variables.ts'
import { checkPort, PAGE } from '../serving/check-port.ts'
import { holdsDemo } from '../serving/demo-market.ts'
import { printImportReport } from './print-import-report.ts'
import { startEmbedded } from './start.ts'

const DAY_MS = 86_400_000
/** Days after a period's label, about the middle of the time for which the period is served. */
const DAYS_AFTER_LABEL = 14

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
    .description('fetch open transaction data, and show its map')
    .argument('<source>', [...OPEN_SOURCES.keys()].join(', '))
    .argument('<area...>', 'such as 75 92')
    .option('--years <years>', 'such as 2024, 2022-2025 or 2022,2024 (default: all that are published)')
    .addOption(new Option('--from <address>', 'a server to fetch from, with the same paths (default: the publisher’s)'))
    .option('--no-start', 'only fetch and import')
    .addHelpText(
      'after',
      `
Files are kept in DATA_DIR/downloads. An interrupted download resumes, and unchanged files are not fetched again. If
the newest sales are old, the clock is set back to their end.

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
    throw new UsageError('Open data is shown by the service of this machine: unset SERVICE_BASE_URL and SERVICE_TOKEN.')
  }
  if (holdsDemo(dataDir)) {
    throw new UsageError(
      `${dataDir} has the demonstration market. Choose a folder of its own: DATA_DIR=${name} squaremetre get ${name} …`,
    )
  }
  const now = clockOf(settings)
  const years = readGiven(() => yearsOf(source, options.years, now()))
  readGiven(() => source.files(areas, years))
  if (options.from !== undefined && !isWebAddress(options.from))
    throw new UsageError(`--from: expected an address such as ${source.address}; found "${options.from}".`)
  if (options.start) await checkPort(settings.host, settings.port, PAGE, settings.metrics)
  const fetching = { dataDir, areas, years, address: options.from, onProgress: showProgress }
  const { files, fetched, missing } = await fetchSource(source, fetching)
  say(`${counted(files.length, 'file')} of ${source.title}, ${fetched} fetched now`)
  if (missing.length > 0) say(`Not published: ${missing.join(', ')}`)
  const log = jsonLog(logLevel)
  const reports = await importListings({ dataDir, files, preset: source.preset, now, log, onProgress: showProgress })
  for (const report of reports) printImportReport(report)
  if (reports.every(({ kept, held }) => kept + held === 0))
    throw new Error('no sale could be used; the counts above say why')
  await makePlaces({ dataDir, towns: 'missing', log })
  if (!options.start) {
    say('Run "squaremetre build" to build the new figures, and "squaremetre start" to show their map.')
    return
  }
  await startEmbedded(await atTheirEnd(settings), { schedule: true }, context.preparePage())
}

/** The settings with the clock at the end of the sales, when the real time is too late for their figures. */
async function atTheirEnd(settings: Environment): Promise<Environment> {
  if (settings.fixedNow !== null) return settings
  const now = new Date()
  const last = await newestListingDay(settings.dataDir, now.toISOString().slice(0, 10))
  if (last === null) return settings
  const label = addMonths(asOfAt(new Date(last)), 1)
  if (now.getTime() - Date.parse(label) <= MAX_AS_OF_AGE_DAYS * DAY_MS) return settings
  const fixedNow = new Date(Date.parse(label) + DAYS_AFTER_LABEL * DAY_MS)
  say(`The sales end in ${last.slice(0, 7)}: the map shows them as on ${fixedNow.toISOString().slice(0, 10)}.`)
  return { ...settings, fixedNow }
}
