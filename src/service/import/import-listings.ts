import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { VARCHAR } from '@duckdb/node-api'
import cellMacrosSql from '../listings/cell-macros.sql?raw'
import { COUNTRY_CURRENCIES } from '../rates/country-currency.ts'
import { ratesInForce } from '../rates/exchange-rates.ts'
import type { RateTable } from '../rates/rate-table.ts'
import { requireRun } from '../runs/remove-run.ts'
import { type DuckSession, openDuckSession } from '../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../storage/leftovers.ts'
import { requireFile } from '../storage/require-file.ts'
import { workAlone } from '../storage/work-lock.ts'
import { adoptFiles, nextId } from './adopt-files.ts'
import { applyPreset, presetBefore, presetByNames, presetNotes } from './apply-preset.ts'
import { AREA_UNITS } from './columns/area-units.ts'
import {
  areOfListing,
  type ColumnPlan,
  hasDates,
  hasKnownNames,
  nameOfColumn,
  pointColumns,
  similarColumns,
  unusedColumns,
} from './columns/known-columns.ts'
import { LISTING_FIELDS } from './columns/listing-fields.ts'
import { type Described, describeReading, findWarnings } from './describe-reading.ts'
import type { RawFile } from './file/raw-file.ts'
import { readFileIntoTable } from './file/read-file.ts'
import { type PlannedCells, planCells, readWords } from './filling/fill-cells.ts'
import { guessOffer, lowSales, refuseHugePrices, refuseTinyPrices } from './filling/guesses/guess-offer.ts'
import { guessUnit } from './filling/guesses/guess-unit.ts'
import { goneHomes } from './filling/offers/gone-homes.ts'
import { rentsWithoutPeriod } from './filling/offers/rent-periods.ts'
import { rentedTypes } from './filling/offers/rented-types.ts'
import { countedIn, rejectFullPrices, scaledPrices } from './filling/prices/scaled-prices.ts'
import { refuseUnitPrices } from './filling/prices/unit-prices.ts'
import { earlierRun, type FileIdentity, GUESSED_DATE, type ImportRun, readImportRuns } from './import-runs.ts'
import { buddhistYears } from './judging/dates/buddhist-years.ts'
import { judgeRows } from './judging/judge-rows.ts'
import { readStyles, type Styles } from './judging/read-styles.ts'
import macrosSql from './macros.sql?raw'
import type { Preset } from './presets/preset.ts'
import {
  countOutcomes,
  datesToCome,
  publishRejects,
  rejectExamples,
  relativeDates,
  roundedPoints,
  stemOf,
  unnamedMetres,
} from './publishing/publish-rows.ts'
import { findDoubts } from './reading/find-doubts.ts'
import { guessedEncoding } from './reading/guessed-encoding.ts'
import { checkOptions, type ImportOptions, keptOptions } from './reading/import-options.ts'
import type { ImportReport, ReadingReport } from './reading/import-report.ts'
import { type Doubt, optionFor, type Verdict } from './reading/reading.ts'
import { compareWithStored, settleRun } from './settle-run.ts'
import { CURRENCY_WORDS } from './values/currency-words.ts'
import { monthWords } from './values/month-words.ts'

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
  const { dataDir, now, encoding } = given
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
    await prepareTables(session, rates)
    progress('reading')
    const raw = await readFileIntoTable(session, file, {
      workDir: spillDir,
      encoding,
      columns: early?.headerless,
      isHeader: hasKnownNames,
      pointOf: pointColumns,
      isListing: (names) => areOfListing(names, given.map),
    })
    const preset = early ?? presetByNames(raw.header, given)
    const chosen = preset ? withPreset(given, preset) : given
    const { plan, guessed, byValue, scales }: PlannedCells = preset
      ? { plan: await applyPreset(session, raw, preset, chosen), guessed: null, byValue: new Set(), scales: {} }
      : await planCells(session, raw, file, chosen)
    const options = guessed === null ? chosen : { ...chosen, date: guessed.month }
    await readWords(session, plan)
    progress(`checking ${raw.rows} rows`)
    const styles = await readStyles(session, isNumeric(plan, raw), options)
    await judgeRows(session, { plan, header: raw.header }, styles, options)
    await rejectFullPrices(session, plan, scales)
    const unit = preset
      ? null
      : await guessUnit(session, { plan, header: raw.header, namesUnits: styles.namesUnits }, { options, rates })
    if (!preset) await refuseUnitPrices(session, raw.header, plan, options.map ?? {})
    if (!preset) await refuseTinyPrices(session, rates)
    if (!preset) await refuseHugePrices(session, rates, countedIn(scales))
    const offer = preset ? null : await guessOffer(session, plan, { options, rates })
    const columns = describePlan(plan, raw.header)
    const identity = {
      digest: raw.digest,
      given_date: hasDates(plan) ? null : guessed ? GUESSED_DATE : (options.date ?? null),
    }
    const earlier = runToReplace(runs, identity, options)
    const comparison = await compareWithStored(session, dataDir, earlier, { columns, options: keptOptions(options) })
    const counts = await countOutcomes(session, raw, rates)
    const reading = { ...describeText(raw, styles), guessed_month: guessed, guessed_offer: offer, guessed_unit: unit }
    const doubts = preset ? [] : await findDoubts(session, plan, raw.header, { map: given.map, reading, byValue })
    const notes = [
      ...(await presetNotes(session)),
      ...(await scaledPrices(session, scales)),
      ...(await datesToCome(session, now())),
      ...(await buddhistYears(session)),
      ...unnamedMetres(counts),
      ...relativeDates(counts),
      ...(await roundedPoints(session)),
      ...(preset ? [] : await rentsWithoutPeriod(session, plan, raw.header)),
      ...(preset ? [] : await goneHomes(session, raw.header, plan)),
      ...(await guessedEncoding(session, raw, { plan, given: encoding })),
      ...(preset ? [] : await rentedTypes(session, options.adSubType)),
      ...(preset ? [] : await lowSales(session, plan, { options, rates })),
    ]
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
      examples: await rejectExamples(session),
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

/** The files of presets have plain numbers; the preset's name is their source. */
function withPreset(given: ImportOptions, { name, dateOrder }: Preset): ImportOptions {
  return { decimalSign: 'point', dateOrder, ...given, source: name }
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

async function prepareTables(session: DuckSession, rates: RateTable): Promise<void> {
  await session.run(cellMacrosSql)
  await session.run(macrosSql)
  await fill(session, 'month_word', monthWords())
  await fill(session, 'currency_word', CURRENCY_WORDS)
  await fill(session, 'area_unit', AREA_UNITS)
  await fill(session, 'country_currency', COUNTRY_CURRENCIES)
  await fill(
    session,
    'known_currency',
    [...rates].map(([currency, { ended }]) => [currency, ended]),
  )
}

async function fill(session: DuckSession, table: string, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const types = Array.from({ length: rows[0]?.length ?? 0 }, () => VARCHAR)
  const appender = await session.append(table, types)
  for (const row of rows) appender.add(row)
  appender.close()
}

/** Whether a file has prices and areas as numbers rather than text, so that no decimal sign needs to be detected. */
function isNumeric(plan: ColumnPlan, { numeric }: RawFile): { price: boolean; area: boolean } {
  const holds = (origin: ColumnPlan['price']) =>
    origin !== undefined && 'column' in origin && numeric.has(origin.column)
  const prices = [plan.price, plan.rent].filter((origin) => origin !== undefined)
  return { price: prices.every(holds), area: holds(plan.area ?? plan.area_sqft) }
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
