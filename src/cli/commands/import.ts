import { type Command, Option } from 'commander'
import { LISTING_FIELDS } from '../../service/core/known-columns.ts'
import { PROPERTY_TYPES } from '../../service/core/listing-words.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { alpha2 } from '../alpha2.ts'
import type { Context } from '../context.ts'
import { clockOf } from '../environment.ts'
import { collectPairs } from '../pairs.ts'
import { printImportReport } from '../print-import-report.ts'
import { jsonLog, say, showProgress } from '../terminal.ts'

interface Options {
  map?: Record<string, string>
  country?: string
  date?: string
  currency?: string
  adSubType?: string
  propertyType?: string
  source?: string
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
    .addHelpText(
      'after',
      `
Columns are found by their usual names in several languages; what a file has goes before the options. Each file's rows
are counted as kept, held before, or rejected by reason, and the counts add up. Rejected rows are kept in a file of
their own with line and reason. Importing a file twice adds nothing. "build" then makes the figures.

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
      const held = reports.some((report) => report.held > 0)
      if (kept) say('"squaremetre build" makes the figures of what is new.')
      else if (!held) process.exitCode = 1
    })
}
