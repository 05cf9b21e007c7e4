import { parse } from 'node:path'
import { VARCHAR } from '@duckdb/node-api'
import { counted } from '../../domain/names/counted.ts'
import cellMacrosSql from '../listings/cell-macros.sql?raw'
import { COUNTRY_CURRENCIES } from '../rates/country-currency.ts'
import type { RateTable } from '../rates/rate-table.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { applyPreset, presetByNames } from './apply-preset.ts'
import { AREA_UNITS } from './columns/area-units.ts'
import { areOfListing, type ColumnPlan, hasKnownNames, pointColumns } from './columns/known-columns.ts'
import type { RawFile } from './file/raw/raw-file.ts'
import { readFileIntoTable } from './file/read-file.ts'
import { guessOffer, refuseHugePrices, refuseTinyPrices } from './filling/guesses/guess-offer.ts'
import { guessUnit } from './filling/guesses/guess-unit.ts'
import { type PlannedCells, planCells } from './filling/plan-cells.ts'
import { rejectBarePrices } from './filling/prices/bare-prices.ts'
import { countedIn, rejectFullPrices } from './filling/prices/scaled-prices.ts'
import { rejectShortRanges } from './filling/prices/short-ranges.ts'
import { refuseUnitPrices } from './filling/prices/unit-prices.ts'
import { readWords } from './filling/read-words.ts'
import { judgeRows } from './judging/judge-rows.ts'
import { readStyles, type Styles } from './judging/read-styles.ts'
import { MACROS } from './macros/macros.ts'
import { refuseUnusedLookups } from './presets/lookups.ts'
import type { Preset } from './presets/preset.ts'
import type { ImportOptions } from './reading/import-options.ts'
import { isKnownUnit } from './reading/known-units.ts'
import { CURRENCY_WORDS } from './values/currency-words.ts'
import { monthWords } from './values/month-words.ts'
import type { GuessedOffer, GuessedUnit } from './values/price-level.ts'

/** How a file was read, besides the tables of the session: `raw`, `cells` and `judged`. */
export interface JudgedFile extends PlannedCells {
  readonly raw: RawFile
  readonly preset: Preset | null
  /** The options given, with what the preset and the guesses add. */
  readonly options: ImportOptions
  readonly styles: Styles
  readonly unit: GuessedUnit | null
  readonly offer: GuessedOffer | null
}

/** Reads a file, finds out what its columns mean, and judges each row. Throws where no row can be understood. */
export async function judgeFile(
  session: DuckSession,
  file: string,
  {
    given,
    early,
    rates,
    workDir,
    progress,
  }: {
    given: ImportOptions
    /** The preset that the file's name or the options say; its columns' names are known before the file is read. */
    early: Preset | null
    rates: RateTable
    workDir: string
    progress: (text: string) => void
  },
): Promise<JudgedFile> {
  await prepareTables(session, rates)
  progress('reading')
  const raw = await readFileIntoTable(session, file, {
    workDir,
    encoding: given.encoding,
    columns: early?.headerless,
    isHeader: hasKnownNames,
    pointOf: pointColumns,
    isListing: (names) => areOfListing(names, given.map),
    isUnit: isKnownUnit,
  })
  const preset = early ?? presetByNames(raw.header, given)
  refuseUnusedLookups(preset, given)
  const chosen = preset ? withPreset(given, preset) : given
  const planned: PlannedCells = preset
    ? {
        plan: await applyPreset(session, raw, preset, chosen),
        guessed: null,
        byValue: new Set(),
        unusedDates: null,
        scales: {},
      }
    : await planCells(session, raw, file, chosen)
  const { plan, guessed, scales } = planned
  const options = guessed === null ? chosen : { ...chosen, date: guessed.month }
  await readWords(session, plan)
  progress(`checking ${counted(raw.rows, 'row')}`)
  const styles = await readStyles(
    session,
    { numeric: isNumeric(plan, raw), countsFrom1904: raw.countsFrom1904 === true },
    options,
  )
  await judgeRows(session, { plan, header: raw.header }, styles, options)
  await rejectFullPrices(session, plan, scales)
  await rejectShortRanges(session)
  if (Object.keys(scales).length === 0) await rejectBarePrices(session)
  const judged = { ...planned, raw, preset, options, styles }
  if (preset) return { ...judged, unit: null, offer: null }
  const unit = await guessUnit(session, { plan, header: raw.header, namesUnits: styles.namesUnits }, { options, rates })
  await refuseUnitPrices(session, raw.header, plan, options.map ?? {})
  await refuseTinyPrices(session, rates)
  await refuseHugePrices(session, rates, countedIn(scales))
  const offer = await guessOffer(session, plan, { options, rates, names: [raw.sheet ?? '', parse(file).name] })
  return { ...judged, unit, offer }
}

/** The files of presets have plain numbers; the preset's name is their source. */
function withPreset(given: ImportOptions, { name, dateOrder }: Preset): ImportOptions {
  return { decimalSign: 'point', dateOrder, ...given, source: name }
}

async function prepareTables(session: DuckSession, rates: RateTable): Promise<void> {
  await session.run(cellMacrosSql)
  await session.run(MACROS)
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
