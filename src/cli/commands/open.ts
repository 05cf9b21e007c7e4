import type { Command } from 'commander'
import type { Reading, Verdict } from '../../service/import/reading/reading.ts'
import type { Context } from '../environment/context.ts'
import { print, say } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'
import { checkPort, PAGE } from '../serving/check-port.ts'
import { makeFileMarket } from '../serving/file-market.ts'
import { openBrowser } from '../serving/open-browser.ts'
import { openMetrics } from '../serving/open-metrics.ts'
import { serveMarket } from '../serving/serve-market.ts'
import { isTerminal, showAndAsk } from './ask-doubts.ts'
import { sayWithoutFigures } from './build.ts'
import { addReadingOptions, type ReadingOptions } from './import.ts'
import { keepsAlmostNothing, printImportReport } from './print-import-report.ts'
import { printReading } from './print-reading.ts'

interface Options extends ReadingOptions {
  browser: boolean
  schedule: boolean
}

/** `open FILE`, or only `FILE`: from files of listings to their map. */
export function addOpenCommand(root: Command, context: Context): void {
  const command = root
    .command('open')
    .description('show the map of files of listings; the name of this command can be left out')
    .argument('<file...>')
  addReadingOptions(command)
    .option('--no-browser', 'only print the address of the map')
    .option('--no-schedule', 'build only the newest period')
    .addHelpText(
      'after',
      `
Imports the files, makes places, builds the figures and opens the map. Without DATA_DIR, each set of files has a folder
of its own below data/maps; running the command again shows the files as they are then. A file without dates gets the
month in its name, or else the month in which it last changed. If listings are old, the clock is set back to their end.

Examples:
  $ squaremetre flats.csv                    the same as "squaremetre open flats.csv"
  $ squaremetre open flats.csv rents.csv.gz --country es`,
    )
    .action((files: string[], options: Options) => open(context, files, options))
}

async function describe(reading: Reading): Promise<Verdict> {
  printReading(reading)
  return { kind: 'import' }
}

async function open(context: Context, files: readonly string[], options: Options): Promise<void> {
  const given = context.environment()
  if (given.service !== null) {
    throw new UsageError('Files are shown by the service of this machine: unset SERVICE_BASE_URL and SERVICE_TOKEN.')
  }
  await checkPort(given.host, given.port, PAGE, given.metrics)
  const page = context.preparePage()
  // It is awaited later; until then a failure must not end the process as an unhandled rejection.
  page.catch(() => {})
  const { browser, schedule, ...reading } = options
  const { settings, reports, built } = await makeFileMarket(given, files, {
    ...reading,
    onReading: isTerminal() ? showAndAsk : describe,
  })
  for (const report of reports) printImportReport(report)
  const isUsable = reports.some(({ kept, held }) => kept + held > 0)
  if (!isUsable || reports.some(keepsAlmostNothing)) {
    throw new Error(
      `hardly any of the rows could be used; the counts above say why, and options such as --map and --date set how they are read`,
    )
  }
  if (built) {
    print(`${built.figures} figures of ${built.listings} listings for ${built.as_of}: ${built.seconds.toFixed(1)} s`)
    sayWithoutFigures([built])
  }
  if (!given.isDataDirSet) say(`Other commands find this market with DATA_DIR=${settings.dataDir}.`)
  const metrics = await openMetrics(settings)
  await serveMarket(settings, { pageDir: await page, schedule, metrics, onReady: browser ? openBrowser : undefined })
}
