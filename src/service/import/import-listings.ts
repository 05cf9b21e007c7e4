import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ratesInForce } from '../rates/exchange-rates.ts'
import type { RateTable } from '../rates/rate-table.ts'
import { requireRun } from '../runs/remove-run.ts'
import { type DuckSession, openDuckSession } from '../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../storage/leftovers.ts'
import { requireFile } from '../storage/require-file.ts'
import { workAlone } from '../storage/work-lock.ts'
import { adoptFiles, nextId } from './adopt-files.ts'
import { presetBefore } from './apply-preset.ts'
import { type ColumnPlan, hasDates, nameOfColumn, similarColumns, unusedColumns } from './columns/known-columns.ts'
import { LISTING_FIELDS } from './columns/listing-fields.ts'
import { type Described, describeReading, findWarnings } from './describe-reading.ts'
import type { RawFile } from './file/raw/raw-file.ts'
import { earlierRun, type FileIdentity, GUESSED_DATE, type ImportRun, readImportRuns } from './import-runs.ts'
import { judgeFile } from './judge-file.ts'
import type { Styles } from './judging/read-styles.ts'
import { notesOfFile } from './notes-of-file.ts'
import { countOutcomes, outcomeExamples, publishRejects, stemOf } from './publishing/publish-rows.ts'
import { findDoubts } from './reading/find-doubts.ts'
import { checkOptions, type ImportOptions, keptOptions } from './reading/import-options.ts'
import type { ImportReport, ReadingReport } from './reading/import-report.ts'
import { type Doubt, optionFor, type Verdict } from './reading/reading.ts'
import { compareWithStored, settleRun } from './settle-run.ts'

/**
 * Imports listings from files one by one, after waiting for other work on DATA_DIR. Throws at the first unreadable
 * file, naming it.
 */
export async function importListings(options: ImportOptions): Promise<ImportReport[]> {
  const { dataDir, onProgress: onWait } = options
  const rates = ratesInForce(dataDir)
  checkOptions(options, rates)
  return workAlone({ dataDir, task: 'import', onWait }, async () => {
    for (const folder of ['', 'listings', 'rejects', 'imports']) clearLeftovers(join(dataDir, 'service', folder))
    await options.shared?.fetch()
    const reports: ImportReport[] = []
    for (const file of options.files) {
      try {
        const report = await importOrStop(file, rates, options)
        if (report === null) continue
        reports.push(report)
        options.onReport?.(report)
        options.log.info(report, 'imported')
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
    }
    return reports
  })
}

/** Imports a file, if its reading is accepted; null if not. */
async function importOrStop(file: string, rates: RateTable, options: ImportOptions): Promise<ImportReport | null> {
  for (let given = options; ; ) {
    const outcome = await importFile(file, rates, given)
    if (outcome.kind === 'imported') return outcome.report
    if (outcome.kind !== 'again') return null
    const { kind: _, map, ...chosen } = outcome
    given = { ...given, ...chosen, ...(map && { map: { ...given.map, ...map } }) }
  }
}

type Outcome =
  | { kind: 'imported'; report: ImportReport }
  | Exclude<Verdict, { kind: 'import' | 'stop' }>
  | { kind: 'stop' }

async function importFile(file: string, rates: RateTable, given: ImportOptions): Promise<Outcome> {
  requireFile(file)
  const early = presetBefore(file, given)
  const { dataDir, now } = given
  const name = basename(file)
  const progress = (text: string) => given.onProgress?.(`${name}: ${text}`)
  const spillDir = join(dataDir, 'service', temporaryName('import-spill'))
  const session = await openDuckSession({
    spillDir,
    memoryLimit: '2GB',
    spillLimitMiB: spillLimitMiB(file),
    files: [file],
  })
  try {
    const runs = given.dryRun
      ? readImportRuns(dataDir)
      : await adoptFiles(session, dataDir, { now, shared: given.shared ?? null })
    const judged = await judgeFile(session, file, { given, early, rates, workDir: spillDir, progress })
    const { raw, plan, preset, styles, options, guessed, offer, unit } = judged
    const columns = describePlan(plan, raw.header)
    const identity = {
      digest: raw.digest,
      given_date: hasDates(plan) ? null : guessed ? GUESSED_DATE : (options.date ?? null),
    }
    const earlier = runToReplace(runs, identity, options)
    const comparison = await compareWithStored(session, dataDir, earlier, { columns, options: keptOptions(options) })
    const counts = await countOutcomes(session, raw, rates)
    const reading = { ...describeText(raw, styles), guessed_month: guessed, guessed_offer: offer, guessed_unit: unit }
    const doubts = preset
      ? []
      : await findDoubts(session, plan, raw.header, { map: given.map, reading, byValue: judged.byValue })
    const notes = await notesOfFile(session, judged, { given, rates, counts })
    const verdict = await judgeReading(session, given, { file, raw, plan, counts, reading, notes, doubts })
    if (verdict.kind !== 'import') return verdict
    if (given.strict) refuseDoubts(doubts)
    progress('writing')
    const stem = stemOf(name, raw.digest)
    const rejects_file = await publishRejects(session, raw, counts, { dataDir, name: stem })
    const report = {
      file,
      run: earlier?.id ?? nextId(runs),
      replaces: earlier !== null && !comparison.isUnchanged,
      ...counts,
      examples: await outcomeExamples(session),
      reread: comparison.reread,
      rejects_file,
      listings_file: null,
      preset: preset?.name ?? null,
      notes,
      columns,
      unused_columns: preset ? {} : unusedColumns(raw.header, plan),
      similar_columns: preset ? {} : similarColumns(raw.header, plan),
      warnings: preset ? [] : await findWarnings(session, { raw, plan, counts, reading }),
      reading,
      doubts,
    }
    if (comparison.isUnchanged) return { kind: 'imported', report }
    const listings_file = await settleRun(session, {
      dataDir,
      shared: given.shared ?? null,
      run: {
        id: report.run,
        imported_at: now().toISOString(),
        file: resolve(file),
        ...identity,
        options: keptOptions(options),
        report,
      },
      earlier,
      others: runs.filter(({ id }) => id !== report.run),
      source: options.source ?? name,
      stem,
    })
    return { kind: 'imported', report: { ...report, listings_file } }
  } finally {
    session.close()
  }
}

function refuseDoubts(doubts: readonly Doubt[]): void {
  if (doubts.length === 0) return
  const named = doubts.map((doubt) => {
    const options = doubt.choices.map(({ value }) => optionFor(doubt, value))
    return `${doubt.question} Choose with ${options.join(' or ')}`
  })
  throw new Error(`expected no doubts, found ${doubts.length}; nothing was imported. ${named.join('; ')}`)
}

async function judgeReading(
  session: DuckSession,
  { onReading, dryRun }: ImportOptions,
  described: Described,
): Promise<Outcome | { kind: 'import' }> {
  const verdict = onReading ? await onReading(await describeReading(session, described)) : { kind: 'import' as const }
  if (verdict.kind === 'again') return verdict
  return dryRun || verdict.kind === 'stop' ? { kind: 'stop' } : { kind: 'import' }
}

/** The run that an import replaces: the one to do again, or that of the same file. */
function runToReplace(runs: readonly ImportRun[], identity: FileIdentity, { redo }: ImportOptions): ImportRun | null {
  if (redo === undefined) return earlierRun(runs, identity)
  const run = requireRun(runs, redo)
  if (run.digest === null || run.digest === identity.digest) return run
  throw new Error(
    `expected the file of import ${redo} as it was then, found other content (digest ${identity.digest} instead of ${run.digest}); import it as a new file`,
  )
}

/** Temporary space for a file: twenty times what most files need, so that only a file made to fill the disk needs more. */
function spillLimitMiB(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return Math.max(4_096, Math.ceil((40 * size) / 2 ** 20))
}

function describeText(
  { text, part, leftOut = [] }: RawFile,
  { reading }: Styles,
): Omit<ReadingReport, 'guessed_month' | 'guessed_offer' | 'guessed_unit'> {
  return {
    encoding: text?.encoding ?? null,
    delimiter: text?.delimiter ?? null,
    lines: text?.lines ?? null,
    part: part === undefined ? null : [part, ...leftOut.map((table) => `not ${table}`)].join(', '),
    quoted_lines: text?.quotedLines ?? 0,
    ...reading,
  }
}

function describePlan(plan: ColumnPlan, header: readonly string[]): ImportReport['columns'] {
  const columns: ImportReport['columns'] = {}
  for (const field of LISTING_FIELDS) {
    const origin = plan[field]
    if (origin) columns[field] = 'column' in origin ? nameOfColumn(header, origin.column) : `=${origin.constant}`
  }
  return columns
}
