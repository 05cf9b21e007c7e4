import { type Command, InvalidArgumentError, Option } from 'commander'
import { forgetPeriods } from '../../proxy/forget-periods.ts'
import { type BuildReport, buildPeriods } from '../../service/build/build-periods.ts'
import type { Context } from '../context.ts'
import { clockOf, type Environment } from '../environment.ts'
import { heldMethod } from '../held-method.ts'
import { collectPairs } from '../pairs.ts'
import { jsonLog, print, printTable, showProgress } from '../terminal.ts'

const RESOLUTION_TEXTS = ['4', '5', '6', '7', '8'] as const

interface Options {
  trimPct?: number
  minListings?: Partial<Record<(typeof RESOLUTION_TEXTS)[number], string>>
  newest?: boolean
  withParent?: boolean
}

/** `build`: the periods' figures. */
export function addBuildCommand(root: Command, { environment }: Context): void {
  root
    .command('build')
    .description('make the figures of every month that the listings cover, and publish them')
    .option('--trim-pct <share>', 'listings cut off at each end of a group: 0.01 is a hundredth, 0 none', share)
    .option(
      '--min-listings <floors>',
      'fewest listings of a cell by resolution, as 7=5,8=5',
      collectPairs(RESOLUTION_TEXTS),
    )
    .option('--newest', 'the newest month alone')
    .addOption(new Option('--with-parent', 'end when the program that started this one ends').hideHelp())
    .addHelpText(
      'after',
      `
A period appears at once and complete; what is unchanged is left as it is. A service that runs takes new periods up by
itself. Options left out stay as they were in the newest period that was built, at first 0.01 and 4=10,5=10,6=10,7=5,8=5.

Examples:
  $ squaremetre build
  $ squaremetre build --trim-pct 0 --min-listings 7=3,8=3`,
    )
    .action(async (options: Options) => {
      if (options.withParent) endWithParent()
      const settings = environment()
      const report = await build(settings, options)
      await forgetPeriods(
        settings.dataDir,
        report.built.map(({ as_of }) => as_of),
      )
      printReport(report)
    })
}

function endWithParent(): void {
  process.once('disconnect', () => process.exit(1))
  // Listening alone would keep this process alive after the work.
  process.channel?.unref()
}

async function build(settings: Environment, { trimPct, minListings = {}, newest }: Options): Promise<BuildReport> {
  const now = clockOf(settings)
  const held = heldMethod(settings.dataDir, now)
  const floors = Object.entries(minListings).map(([resolution, floor]) => [resolution, Number(floor)])
  return buildPeriods({
    dataDir: settings.dataDir,
    now,
    trimPct: trimPct ?? held.trimPct,
    minListings: { ...held.minListings, ...Object.fromEntries(floors) },
    only: newest ? 'newest' : 'all',
    log: jsonLog(settings.logLevel),
    onProgress: showProgress,
  })
}

function printReport({ built, unchanged }: BuildReport): void {
  if (built.length + unchanged.length === 0) {
    throw new Error(
      'there are no listings whose month is over: "squaremetre import" or "squaremetre demo" brings some in',
    )
  }
  const rows = built.map((period) => ({ ...period, seconds: period.seconds.toFixed(1) }))
  if (rows.length > 0) printTable(rows, ['as_of', 'listings', 'figures', 'seconds'])
  if (unchanged.length > 0) print(`unchanged: ${unchanged.join(', ')}`)
}

function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value < 0.5)) {
    throw new InvalidArgumentError('It should be a share from 0 to below 0.5, such as 0.01.')
  }
  return value
}
