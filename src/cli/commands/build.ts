import { type Command, InvalidArgumentError, Option } from 'commander'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { forgetPeriods } from '../../proxy/ledger/opening/forget-periods.ts'
import { type BuildReport, type BuiltPeriod, buildPeriods } from '../../service/build/build-periods.ts'
import { buildPlaceOf } from '../../service/open-figures.ts'
import { withListings } from '../../service/open-listings.ts'
import type { Context } from '../environment/context.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, print, printTable, say, showProgress } from '../environment/terminal.ts'
import { keepDemoCurrent } from '../serving/demo-market.ts'
import { heldMethod } from '../serving/held-method.ts'
import { sayLeftOut } from '../serving/say-left-out.ts'
import { warnWithoutFigures } from '../serving/warn-without-figures.ts'
import { collectPairs } from './pairs.ts'

const RESOLUTION_TEXTS = ['4', '5', '6', '7', '8'] as const

interface Options {
  trimPct?: number
  minListings?: Partial<Record<(typeof RESOLUTION_TEXTS)[number], string>>
  ratesAnyAge?: boolean
  newest?: boolean
  month?: AsOf
  scheduled?: boolean
}

/** `build`: builds the figures of periods. */
export function addBuildCommand(root: Command, { environment }: Context): void {
  root
    .command('build')
    .description('build and publish the figures of every month that the listings cover')
    .option('--trim-pct <share>', 'share of listings cut off at each end of a group, such as 0.01; 0 for none', share)
    .option('--min-listings <floors>', 'fewest listings per cell by resolution, such as 7=5,8=5', floors)
    .option('--rates-any-age', 'use loaded exchange rates even more than 35 days from their own day')
    .option('--no-rates-any-age', 'leave out prices without a nearer rate (the default at first)')
    .option('--newest', 'build only the newest month')
    .addOption(
      new Option('--month <month>', 'build only the period of this label, such as 2025-11')
        .argParser(label)
        .conflicts('newest'),
    )
    .addOption(new Option('--scheduled', 'build for the running service that started this process').hideHelp())
    .addHelpText(
      'after',
      `
Each period is published in one step when it is complete; unchanged periods are left as they are. A running service
serves new periods at once, and builds due ones by itself. The command waits for another build or import on the same
DATA_DIR. Options default to their values in the newest period, initially 0.01 and 4=10,5=10,6=10,7=5,8=5.

Examples:
  $ squaremetre build
  $ squaremetre build --trim-pct 0 --min-listings 7=3,8=3`,
    )
    .action(async (options: Options) => {
      const settings = environment()
      if (options.scheduled) return buildForParent(settings)
      printReport(await build(settings, options, showProgress))
      await warnWithoutFigures(settings, clockOf(settings)())
    })
}

/** Builds for the schedule of a running service: sends the report to that process, and ends when that process does. */
async function buildForParent(settings: Environment): Promise<void> {
  process.once('disconnect', () => process.exit(1))
  // Otherwise the listener would keep this process alive after the work.
  process.channel?.unref()
  // Ctrl-C reaches this process too; the parent decides what ends.
  process.on('SIGINT', () => {})
  const { dataDir, logLevel } = settings
  if (settings.listingsUrl === null) await keepDemoCurrent({ dataDir, now: clockOf(settings), log: jsonLog(logLevel) })
  process.send?.(await build(settings, {}))
}

/** Builds the figures of periods, by default in the way of the newest published period. */
export async function build(
  settings: Environment,
  { trimPct, minListings = {}, ratesAnyAge, newest, month }: Options,
  onProgress?: (text: string) => void,
): Promise<BuildReport> {
  const { dataDir, logLevel } = settings
  const log = jsonLog(logLevel)
  const now = clockOf(settings)
  const held = await heldMethod(settings, now)
  const floors = Object.entries(minListings).map(([resolution, floor]) => [resolution, Number(floor)])
  return withListings(settings, now, async (shared) =>
    buildPeriods({
      dataDir,
      now,
      trimPct: trimPct ?? held.trimPct,
      minListings: { ...held.minListings, ...Object.fromEntries(floors) },
      ratesAnyAge: ratesAnyAge ?? held.ratesAnyAge,
      only: month ?? (newest ? 'newest' : 'all'),
      ...(await buildPlaceOf(settings, shared)),
      announce: (labels) => forgetPeriods({ ...settings, log }, labels),
      log,
      onProgress,
    }),
  )
}

/** Prints what was built; throws when there was nothing to build. */
export function printReport({ built, unchanged, withdrawn }: BuildReport): void {
  if (built.length + unchanged.length + withdrawn.length === 0) {
    throw new Error(
      'there are no listings of a complete month; add some with "squaremetre import" or "squaremetre demo"',
    )
  }
  const rows = built.map(({ left_out: _, ...period }) => ({ ...period, seconds: period.seconds.toFixed(1) }))
  if (rows.length > 0) printTable(rows, ['as_of', 'listings', 'figures', 'seconds'])
  sayLeftOut(built)
  sayWithoutFigures(built)
  if (unchanged.length > 0) print(`unchanged: ${unchanged.join(', ')}`)
  if (withdrawn.length > 0) print(`withdrawn, because no listings are left: ${withdrawn.join(', ')}`)
}

/** Says why the newest of some built periods has no figures, if it has none. */
export function sayWithoutFigures(built: readonly BuiltPeriod[]): void {
  const [newest] = built
  if (newest === undefined || newest.figures > 0) return
  say(
    `No cell has enough of the ${newest.listings} listings in the three months before ${newest.as_of} for a figure. ` +
      '"squaremetre build --min-listings 4=1,5=1,6=1,7=1,8=1" shows them all the same.',
  )
}

function label(text: string): AsOf {
  const as_of = parseAsOf(`${text}-01`)
  if (as_of === null) throw new InvalidArgumentError('Expected a month, such as 2025-11.')
  return as_of
}

function floors(text: string, previous?: Options['minListings']): Options['minListings'] {
  const pairs = collectPairs(RESOLUTION_TEXTS)(text, previous)
  const odd = Object.values(pairs).find((floor) => !/^0*[1-9]\d{0,8}$/.test(floor))
  if (odd !== undefined) throw new InvalidArgumentError(`Expected whole numbers from 1, found "${odd}".`)
  return pairs
}

function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value < 0.5)) {
    throw new InvalidArgumentError('Expected a share from 0 to below 0.5, such as 0.01.')
  }
  return value
}
