import { type Command, InvalidArgumentError, Option } from 'commander'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { LISTING_FIELDS } from '../../service/import/known-columns.ts'
import { PROPERTY_TYPES } from '../../service/listings/listing-words.ts'
import type { Context } from '../environment/context.ts'
import { clockOf } from '../environment/environment.ts'
import { jsonLog, say, showProgress } from '../environment/terminal.ts'
import { alpha2 } from './alpha2.ts'
import { collectPairs } from './pairs.ts'
import { printImportReport } from './print-import-report.ts'
import { printMadePlaces } from './print-made-places.ts'

interface Options {
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

/** `import`: listings from files. */
export function addImportCommand(root: Command, { environment }: Context): void {
  root
    .command('import')
    .description('bring listings in from CSV, CSV.gz or Parquet files')
    .argument('<file...>')
    .option(
      '--map <fields>',
      'price=COLUMN,area=COLUMN,… takes fields from these columns; field==VALUE gives one value to all rows',
      collectPairs(LISTING_FIELDS),
    )
    .option('--country <code>', 'alpha-2; by default that of the nearest town', alpha2)
    .option('--date <day>', 'for rows without one: 2019-04-30, or 2019-04')
    .option('--currency <code>', 'for rows without one: ISO 4217; by default the country’s')
    .addOption(new Option('--ad-sub-type <type>', 'for rows without one; by default buy').choices(['buy', 'rent']))
    .addOption(new Option('--property-type <type>', 'for rows without one').choices(PROPERTY_TYPES))
    .option('--source <name>', 'kept with each listing; by default the file’s name')
    .option('--encoding <name>', 'such as windows-1250; found out by default')
    .addOption(
      new Option(
        '--date-order <order>',
        'whether 3/4/2026 has the day or the month first; found out by default',
      ).choices(['dmy', 'mdy']),
    )
    .addOption(
      new Option('--decimal-sign <sign>', 'of numbers that can be either, as 1.250; found out by default').choices([
        'point',
        'comma',
      ]),
    )
    .option(
      '--place-separator <text>',
      'parts a zone from its city in one cell; "/" by default, where all cells have one',
    )
    .option('--min-area <m2>', 'areas below are taken as unknown; none by default', positive)
    .option('--max-area <m2>', 'areas above are taken as unknown; none by default', positive)
    .option(
      '--default-point-places <count>',
      'rows on one point that name so many places are rejected; 5 by default, 0 keeps them',
      placeCount,
    )
    .option('--keep-swapped', 'leave latitude and longitude as they are where they are exchanged')
    .addHelpText(
      'after',
      `
Columns are found by their usual names in several languages; what a file has goes before the options. Each file's rows
are counted as kept, held before, or rejected by reason, and the counts add up; repairs are counted aside. Rejected rows
are kept in a file of their own with line and reason. Importing a file twice adds nothing. docs/method.md says what is
repaired and rejected. "build" then makes the figures.

Fields: ${LISTING_FIELDS.join(', ')}

Examples:
  $ squaremetre import flats.csv.gz
  $ squaremetre import flats.csv --country es --map price=PRECIO,area=M2 --date 2019-04
  $ squaremetre import rents.parquet --ad-sub-type rent --map currency==EUR`,
    )
    .action(async (files: string[], options: Options) => {
      const settings = environment()
      const reports = await importListings({
        ...options,
        files,
        dataDir: settings.dataDir,
        now: clockOf(settings),
        log: jsonLog(settings.logLevel),
        onProgress: showProgress,
      })
      for (const report of reports) printImportReport(report)
      const kept = reports.some((report) => report.kept > 0)
      if (kept)
        printMadePlaces(await makePlaces({ dataDir: settings.dataDir, towns: 'held', log: jsonLog(settings.logLevel) }))
      const held = reports.some((report) => report.held > 0)
      if (kept) say('"squaremetre build" makes the figures of what is new.')
      else if (!held) process.exitCode = 1
    })
}

function positive(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0)) throw new InvalidArgumentError('It should be a number above 0.')
  return value
}

function placeCount(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value === 1) {
    throw new InvalidArgumentError('It should be a whole number from 2, or 0.')
  }
  return value
}
