import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { makePlaces } from '../../service/gazetteer/make-places.ts'
import { unrecordedFiles } from '../../service/import/adopt-files.ts'
import { importListings } from '../../service/import/import-listings.ts'
import { type ImportRun, keptSpans, readableImportRuns, readImportRuns } from '../../service/import/import-runs.ts'
import { withPublished } from '../../service/open-figures.ts'
import { withListings } from '../../service/open-listings.ts'
import { removeRuns, requireRun } from '../../service/runs/remove-run.ts'
import type { Context } from '../environment/context.ts'
import { clockOf, type Environment } from '../environment/environment.ts'
import { jsonLog, print, printTable, say, showProgress } from '../environment/terminal.ts'
import { UsageError } from '../environment/usage-error.ts'
import { fetchListings } from '../serving/fetch-listings.ts'
import { build, printReport } from './build.ts'
import { addReadingOptions, type ReadingOptions } from './import.ts'
import { printImportReport } from './print-import-report.ts'
import { printMadePlaces } from './print-made-places.ts'

/** `imports list|show|remove|redo`: shows imports, takes them back, or redoes them with other options. */
export function addImportsCommands(root: Command, { environment }: Context): void {
  const imports = root
    .command('imports')
    .description('list imports, take them back, or redo them with other options')
    .addHelpText(
      'after',
      `
Each import is kept with its file's name and digest, its options, how the file was read, and its counts. After "remove"
and "redo", the figures of the months that they touch are built again, as a new revision, if figures were built before.
Removing an import keeps the rows that another import has too.

Examples:
  $ squaremetre imports list
  $ squaremetre imports show 3
  $ squaremetre imports redo 3 --map price=PRECIO_TOTAL
  $ squaremetre imports remove 3
  $ squaremetre imports remove 4 5`,
    )
  imports
    .command('list')
    .description('list all imports')
    .action(async () => {
      const settings = environment()
      listRuns(await readable(settings), settings.dataDir)
    })
  imports
    .command('show')
    .description('print how an import was read, and its counts')
    .argument('<id>', 'number of the import', runId)
    .action(async (id: number) => showRun(requireRun(await readable(environment()), id)))
  imports
    .command('remove')
    .description('take back imports')
    .argument('<ids...>', 'numbers of the imports', (text, earlier: number[] = []) => [...earlier, runId(text)])
    .action((ids: number[]) => remove(environment(), ids))
  addReadingOptions(
    imports
      .command('redo')
      .description('redo an import with its own options and those given here')
      .argument('<id>', 'number of the import', runId)
      .option('--file <path>', 'where the file is now (default: where it was)'),
  ).action((id: number, options: ReadingOptions & { file?: string }) => redo(environment(), id, options))
}

/** The imports whose records can be read; names the others. */
async function readable(settings: Environment): Promise<ImportRun[]> {
  const { dataDir } = settings
  await fetchListings(settings)
  const { runs, unreadable } = readableImportRuns(dataDir)
  for (const { error } of unreadable) say(error instanceof Error ? error.message : String(error))
  if (unreadable.length > 0) process.exitCode = 1
  return runs
}

function listRuns(runs: readonly ImportRun[], dataDir: string): void {
  if (runs.length === 0) {
    const unrecorded = unrecordedFiles(dataDir, runs).length
    say(
      unrecorded === 0
        ? 'Nothing was imported yet. "squaremetre import FILE" imports listings.'
        : `No import is recorded, but there are listings of earlier ones (files: ${unrecorded}). The next "squaremetre import FILE" records them.`,
    )
    return
  }
  const rows = runs.map(({ id, imported_at, file, report, counting, removed_at }) => ({
    id,
    imported: imported_at.slice(0, 10),
    file: basename(file),
    rows: report.rows,
    rejected: Object.values(report.rejected).reduce((sum, count) => sum + count, 0),
    counting,
    state: removed_at === null ? 'in force' : `removed ${removed_at.slice(0, 10)}`,
  }))
  printTable(rows, ['id', 'imported', 'file', 'rows', 'rejected', 'counting', 'state'])
}

function showRun({ file, digest, imported_at, options, report, counting, removed_at }: ImportRun): void {
  printImportReport(report)
  print(`  file: ${file}`)
  print(`  digest: ${digest ?? 'not recorded'}; imported ${imported_at}`)
  print(`  options: ${describeOptions(options)}`)
  print(removed_at === null ? `  ${counting} of its rows count now` : `  removed ${removed_at}`)
}

function describeOptions(options: Readonly<Record<string, unknown>>): string {
  const described = Object.entries(options).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return described.length === 0 ? 'none' : described.join(', ')
}

async function remove(settings: Environment, ids: readonly number[]): Promise<void> {
  const { dataDir } = settings
  const now = clockOf(settings)
  const removed = await withListings(settings, now, (shared) =>
    removeRuns({
      dataDir,
      shared,
      ids,
      read: () => readImportRuns(dataDir),
      spansOf: keptSpans,
      now,
      onWait: showProgress,
    }),
  )
  for (const { id, file } of removed) {
    print(`import ${id} of ${basename(file)} is removed; "squaremetre imports redo ${id}" brings it back`)
  }
  await rebuild(settings)
}

async function redo(
  settings: Environment,
  id: number,
  { file: given, map, ...options }: ReadingOptions & { file?: string },
): Promise<void> {
  const { dataDir, logLevel } = settings
  await fetchListings(settings)
  const run = requireRun(readImportRuns(dataDir), id)
  const file = given ?? run.file
  if (!existsSync(file)) throw new UsageError(`The file is no longer at ${file}. Pass its new path with --file.`)
  const before = run.options as ReadingOptions
  const mapped = { ...before.map, ...map }
  const now = clockOf(settings)
  const [report] = await withListings(settings, now, (shared) =>
    importListings({
      ...before,
      ...options,
      ...(Object.keys(mapped).length > 0 && { map: mapped }),
      redo: id,
      files: [file],
      dataDir,
      shared,
      now,
      log: jsonLog(logLevel),
      onProgress: showProgress,
    }),
  )
  if (report) printImportReport(report)
  await rebuild(settings)
}

/** Recreates the places that listings name, and builds the figures again if there were any. */
async function rebuild(settings: Environment): Promise<void> {
  const { dataDir, logLevel } = settings
  printMadePlaces(await makePlaces({ dataDir, towns: 'held', log: jsonLog(logLevel) }))
  const labels = await withPublished(settings, clockOf(settings), (figures) => figures.labels())
  if (labels.length === 0) say('Run "squaremetre build" to build the figures.')
  else printReport(await build(settings, {}, showProgress))
}

function runId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected the number of an import, such as 3.')
  return Number(text)
}
