import { type Command, InvalidArgumentError, Option } from 'commander'
import { counted } from '../../domain/names/counted.ts'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { LISTING_FIELDS } from '../../service/import/columns/listing-fields.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { PRESET_NAMES } from '../../service/import/presets/preset.ts'
import type { Reading, Verdict } from '../../service/import/reading/reading.ts'
import { PROPERTY_TYPES } from '../../service/listings/listing-words.ts'
import { withListings } from '../../service/open-listings.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { besideDemo, holdsDemo } from '../serving/demo-market.ts'
import { alpha2 } from './alpha2.ts'
import { isTerminal, showAndAsk } from './ask-doubts.ts'
import { dayOrMonth } from './day-or-month.ts'
import { collectPairs } from './pairs.ts'
import { keepsAlmostNothing, printImportReport } from './print-import-report.ts'
import { printMadePlaces } from './print-made-places.ts'
import { printReading } from './print-reading.ts'

export interface ReadingOptions {
  preset?: string
  postcodes?: string
  epc?: string[]
  map?: Record<string, string>
  country?: string
  date?: string
  currency?: string
  adSubType?: string
  propertyType?: string
  source?: string
  encoding?: string
  dateOrder?: 'dmy' | 'mdy'
  decimalSign?: 'point' | 'comma'
  placeSeparator?: string
  minArea?: number
  maxArea?: number
  defaultPointPlaces?: number
  keepSwapped?: boolean
}

/** Adds the options that say how files are read. */
export function addReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--preset <name>',
        'how a known set of open data is read (default: the one that recognises the file)',
      ).choices([...PRESET_NAMES, 'none']),
    )
    .option('--postcodes <file>', 'positions of postcodes, for the preset uk-ppd')
    .option('--epc <file...>', 'energy performance certificates with floor areas, for the preset uk-ppd')
    .option(
      '--map <fields>',
      'columns of fields, as price=COLUMN,area=COLUMN,…; field==VALUE sets one value for all rows',
      collectPairs(LISTING_FIELDS),
    )
    .option(
      '--country <code>',
      'alpha-2, for rows without one; rows elsewhere are rejected (default: country of the nearest town)',
      alpha2,
    )
    .option('--date <day>', 'for rows without one: 2019-04-30 or 2019-04', dayOrMonth)
    .option('--currency <code>', 'ISO 4217, for rows without one (default: the country’s)')
    .addOption(new Option('--ad-sub-type <type>', 'for rows without one (default: buy)').choices(['buy', 'rent']))
    .addOption(new Option('--property-type <type>', 'for rows without one').choices(PROPERTY_TYPES))
    .option('--source <name>', 'stored with each listing (default: the file’s name)')
    .option('--encoding <name>', 'such as windows-1250 or cp850 (default: detected)')
    .addOption(
      new Option('--date-order <order>', 'whether 3/4/2026 has the day or the month first (default: detected)').choices(
        ['dmy', 'mdy'],
      ),
    )
    .addOption(
      new Option('--decimal-sign <sign>', 'in numbers that are ambiguous, such as 1.250 (default: detected)').choices([
        'point',
        'comma',
      ]),
    )
    .option(
      '--place-separator <text>',
      'text between a zone and its city in one cell (default: "/" if almost all cells of the column have it)',
    )
    .option('--min-area <m2>', 'treat smaller areas as unknown', positive)
    .option('--max-area <m2>', 'treat larger areas as unknown', positive)
    .option(
      '--default-point-places <count>',
      'reject all rows on a point when they name this many places; 0 keeps them (default: 5)',
      placeCount,
    )
    .option(
      '--keep-swapped',
      'keep points as they are: do not swap latitude and longitude back, and do not reject points that lost a minus',
    )
}

/** In lines of a terminal's width. */
const FIELDS = LISTING_FIELDS.join(', ')
  .match(/\S.{0,103}(?:,(?= )|$)/g)
  ?.join('\n  ')

/** `import`: imports listings from files. */
export function addImportCommand(root: Command, { environment }: Context): void {
  const command = root
    .command('import')
    .description('import listings from CSV (plain or gzipped), Parquet, JSON, GeoJSON, XML or Excel files')
    .argument('<file...>')
  addReadingOptions(command)
    .option('--dry-run', 'only print how the files would be imported')
    .option('--strict', 'import nothing from a file that could be read in several ways')
    .addHelpText(
      'after',
      `
Columns are found by their usual names in several languages. Values in a file take precedence over options. The report
counts every row once, as kept, already imported or rejected with a reason; repairs are counted separately. Rejected rows
are written to a separate file with line and reason. Importing a file twice adds nothing; imported with other options, it
replaces its earlier import. "imports" lists imports and takes them back. docs/method.md describes what is repaired and
rejected. Run "build" afterwards to build the figures.

Fields: ${FIELDS}

Examples:
  $ squaremetre import flats.csv.gz --dry-run
  $ squaremetre import flats.csv.gz
  $ squaremetre import flats.csv --country es --map price=PRECIO,area=M2 --date 2019-04
  $ squaremetre import 75.csv.gz --preset dvf
  $ squaremetre import rents.parquet --ad-sub-type rent --map currency==EUR`,
    )
    .action(async (files: string[], options: ReadingOptions & { dryRun?: boolean; strict?: boolean }) => {
      const settings = environment()
      const now = clockOf(settings)
      const reports = await withListings(settings, now, (shared) =>
        importListings({
          ...options,
          // A dry run also describes a file without dates, although scripts have to name its month. The run records
          // only choices that a script would have to make.
          ...((options.dryRun === true || isTerminal()) && { guessDate: true }),
          onReading: options.dryRun ? describeOnly : isTerminal() ? showAndAsk : undefined,
          files,
          dataDir: settings.dataDir,
          shared,
          now,
          log: jsonLog(settings.logLevel),
          onProgress: showProgress,
          // A later file that cannot be read ends the command.
          onReport: printImportReport,
        }),
      )
      if (options.dryRun) return
      const kept = reports.some((report) => report.kept > 0)
      if (kept)
        printMadePlaces(await makePlaces({ dataDir: settings.dataDir, towns: 'held', log: jsonLog(settings.logLevel) }))
      const held = reports.some((report) => report.held > 0)
      if (kept && holdsDemo(settings.dataDir)) say(besideDemo(settings.dataDir))
      if (kept) say('Run "squaremetre build" to build the new figures.')
      else if (!held) process.exitCode = 1
      for (const { file } of reports.filter(({ rows }) => rows === 0))
        say(`${file}: found a header, but no rows below it.`)
      for (const { file, rows, kept, held } of reports.filter(keepsAlmostNothing)) {
        say(`${file}: only ${kept + held} of ${counted(rows, 'row')} could be used; the counts above say why.`)
        process.exitCode = 1
      }
    })
}

async function describeOnly(reading: Reading): Promise<Verdict> {
  printReading(reading)
  return { kind: 'stop' }
}

function positive(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0)) throw new InvalidArgumentError('Expected a number above 0.')
  return value
}

function placeCount(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value === 1) {
    throw new InvalidArgumentError('Expected 0, or a whole number from 2.')
  }
  return value
}
