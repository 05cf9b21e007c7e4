import type { Logger } from 'pino'
import { foldName } from '../../../domain/names/fold-name.ts'
import { encodingOf } from '../../csv/text-encoding.ts'
import { PROPERTY_TYPES } from '../../listings/listing-words.ts'
import type { RateTable } from '../../rates/rate-table.ts'
import type { SharedFiles } from '../../storage/shared-files.ts'
import { type ColumnPlan, hasDates, nameOfColumn, pricesOfOthers } from '../columns/known-columns.ts'
import { isOfGrid } from '../columns/name-ranks.ts'
import type { RawFile } from '../file/raw/raw-file.ts'
import type { ImportReport } from './import-report.ts'
import type { Reading, Verdict } from './reading.ts'

/** What to import and how to read it; a file's own cells take precedence over options. */
export interface ImportOptions {
  dataDir: string
  /** Where files of listings are published for other machines; only in DATA_DIR by default. */
  shared?: SharedFiles | null | undefined
  files: readonly string[]
  /** How a well-known set of open data is read; by default that which recognises the file, `none` for none. */
  preset?: string | undefined
  /** For the preset `uk-ppd`: a file with the positions of postcodes, and files with energy certificates. */
  postcodes?: string | undefined
  epc?: readonly string[] | undefined
  /** Column names by field (`{price: 'PRICE'}`), or one value for every row (`{currency: '=EUR'}`). */
  map?: Readonly<Record<string, string>> | undefined
  /** Alpha-2, checked against each row's position; by default the country of the nearest town. */
  country?: string | undefined
  /** A day or a month, in any form that a column can have. */
  date?: string | undefined
  /** Whether a file without dates gets the month that its name says, or in which it last changed; not by default. */
  guessDate?: boolean | undefined
  /** ISO 4217; by default the country's. */
  currency?: string | undefined
  /** `buy` (the default) or `rent`. */
  adSubType?: string | undefined
  propertyType?: string | undefined
  /** Stored with each listing; by default the file's name. */
  source?: string | undefined
  /** Any WHATWG name of an encoding; detected by default. */
  encoding?: string | undefined
  /** Whether 3/4/2026 has the day or the month first; detected by default. */
  dateOrder?: 'dmy' | 'mdy' | undefined
  /** Whether 1.250 has a decimal point or 1,250 a decimal comma; detected by default. */
  decimalSign?: 'point' | 'comma' | undefined
  /** The text between a zone and the place around it in one cell; by default "/", if every cell has one. */
  placeSeparator?: string | undefined
  /** Areas in m² outside these bounds are treated as unknown; by default every area above 0 is kept. */
  minArea?: number | undefined
  maxArea?: number | undefined
  /** How many places named on one point make it a default point; 5 by default, 0 for no rule. */
  defaultPointPlaces?: number | undefined
  /** Does not correct swapped latitude and longitude. */
  keepSwapped?: boolean | undefined
  /** Throws before anything is imported when a reading is in doubt. */
  strict?: boolean | undefined
  /** Only reads and describes the files. */
  dryRun?: boolean | undefined
  /** Called with how each file was read, before anything is imported; says what to do. */
  onReading?: ((reading: Reading) => Promise<Verdict>) | undefined
  /** Called once a file is imported, before the next one is read. */
  onReport?: ((report: ImportReport) => void) | undefined
  /** The id of the import to do again, with these options; by default that of the same file, if there is one. */
  redo?: number | undefined
  now: () => Date
  log: Logger
  onProgress?: ((text: string) => void) | undefined
}

/** The options that say how a file is read, as they are kept with its import. */
export function keptOptions({
  dataDir: _dataDir,
  shared: _shared,
  files: _files,
  redo: _redo,
  dryRun: _dryRun,
  strict: _strict,
  onReading: _onReading,
  onReport: _onReport,
  now: _now,
  log: _log,
  onProgress: _onProgress,
  ...reading
}: ImportOptions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))
}

/** An option that cannot be meant; nothing has been read yet. */
export class InvalidOption extends Error {}

/** Throws an `InvalidOption`. */
export function checkOptions(options: ImportOptions, rates: RateTable): void {
  const { files, country, currency, adSubType, propertyType } = options
  if (files.length === 0) throw new InvalidOption('expected at least one file to import, found none')
  if (country !== undefined && !/^[a-z]{2}$/i.test(country))
    throw new InvalidOption(`country "${country}" should be an alpha-2 code such as es`)
  if (currency !== undefined && !rates.has(currency.toUpperCase())) {
    const known = [...rates.keys()].sort().join(', ')
    throw new InvalidOption(
      `currency "${currency}" should be one with an exchange rate: ${known}; "squaremetre rates" loads others`,
    )
  }
  if (adSubType !== undefined && adSubType !== 'buy' && adSubType !== 'rent')
    throw new InvalidOption(`ad_sub_type "${adSubType}" should be buy or rent`)
  if (propertyType !== undefined && !(PROPERTY_TYPES as readonly string[]).includes(propertyType)) {
    throw new InvalidOption(`property type "${propertyType}" should be one of ${PROPERTY_TYPES.join(', ')}`)
  }
  if (options.preset !== undefined && options.preset !== 'none' && (options.map ?? options.source) !== undefined)
    throw new InvalidOption(`the preset ${options.preset} has its own columns and source; leave out --map and --source`)
  checkReading(options)
}

function checkReading({ encoding, placeSeparator, minArea, maxArea, defaultPointPlaces }: ImportOptions): void {
  if (encoding !== undefined) checkEncoding(encoding)
  if (placeSeparator === '') throw new InvalidOption('expected a place separator such as "/", found an empty text')
  for (const area of [minArea, maxArea]) {
    if (area !== undefined && !(area > 0)) throw new InvalidOption(`area ${area} should be a number of m² above 0`)
  }
  if (minArea !== undefined && maxArea !== undefined && minArea > maxArea)
    throw new InvalidOption(`the smallest area ${minArea} should be at most the largest, ${maxArea}`)
  if (
    defaultPointPlaces !== undefined &&
    defaultPointPlaces !== 0 &&
    !(Number.isInteger(defaultPointPlaces) && defaultPointPlaces > 1)
  ) {
    throw new InvalidOption(
      `places on a default point "${defaultPointPlaces}" should be a whole number from 2, or 0 for no rule`,
    )
  }
}

function checkEncoding(name: string): void {
  try {
    encodingOf(name)
  } catch (error) {
    throw new InvalidOption(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Names of columns whose codes stand for a place; they are not decoded. */
const CODE_OF_PLACE =
  /geo[ _-]?hash|plus[ _-]?code|what3words|\bw3w\b|quad[ _-]?key|maidenhead|^grid[ _-]?ref|^h3\b|^h3_/i

/** Names that spreadsheets give to the columns of a pivot table. */
const OF_PIVOT =
  /^(?:(?:sum|average|count|min|max) of|(?:suma|promedio|máx\.?|mín\.?|contar) de|(?:somme|moyenne|nombre) de|(?:summe|mittelwert|anzahl) von) /i

/** Names outside ASCII may be garbled if the code page was guessed wrong. */
function encodingHint(header: readonly string[], guessed: string | undefined): string {
  const isSure = guessed === undefined || guessed.startsWith('utf') || header.every((name) => /^[ -~]*$/.test(name))
  return isSure ? '' : `; if these look wrong, name the file's encoding with --encoding (it was read as ${guessed})`
}

/** Names of statistics of many homes, such as AveragePrice and precio_mediano, and of indices of prices. */
const OF_STATISTICS =
  /\b(?:median|average|avg|mean|index|mediano|mediana|medio|media|promedio|moyen|moyenne|durchschnitt|durchschnittspreis|medianpreis|gemiddelde|srednia|prumer|medelpris|zhvi|zori)\b/
const MONTH = /(?:^|\.)(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d{1,2})?$/
const FEWEST_MONTHS = 3

/** The columns of a table of statistics, which has one row for each place, or one column for each month. */
function statisticsIn(header: readonly string[]): string[] {
  const months = header.filter((name) => MONTH.test(name))
  if (months.length >= FEWEST_MONTHS) return months
  return header.filter((name) => OF_STATISTICS.test(foldName(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))))
}

/** Throws when a file lacks a required field, with the option that helps; `built` is a column of years of construction. */
export function requireFields(
  plan: ColumnPlan,
  { header, text }: RawFile,
  { date, encoding, built }: ImportOptions & { built: ColumnPlan['year'] | null },
): void {
  const missing = (['price', 'lat', 'lng'] as const).filter(
    (field) => !plan[field] && !(field === 'price' ? plan.rent : plan.point),
  )
  const columns = hasValues(header.filter((name) => !MONTH.test(name)))
    ? `the first line has values where names of columns are expected (${header.join(', ')}): write a line of names above it`
    : `the columns are ${header.join(', ')}${encodingHint(header, encoding === undefined ? text?.encoding : undefined)}`
  const grid = header.filter(isOfGrid)
  if ((missing.includes('lat') || missing.includes('lng')) && grid.length > 0) {
    throw new Error(
      `expected columns for latitudes and longitudes (WGS 84), found only metres of a grid (${grid.join(', ')}); convert them to EPSG:4326 first, for example with QGIS or "ogr2ogr -t_srs EPSG:4326", or name other columns with --map lat=COLUMN,lng=COLUMN`,
    )
  }
  if (missing.length > 0) {
    const others = missing.includes('price') ? pricesOfOthers(header) : []
    const whole =
      others.length === 0 ? '' : `; write prices of homes, or rents by the month, in place of "${others.join('", "')}"`
    const pivot = header.some((name) => OF_PIVOT.test(name))
      ? '; in place of a pivot table, which has sums and averages, import the rows that it was made from'
      : ''
    const statistics = missing.includes('price') ? statisticsIn(header) : []
    const listings =
      statistics.length === 0
        ? ''
        : `; "${statistics[0]}" seems to be a statistic of many homes: import a file with one row for each home instead`
    const pairs = missing.map((field) => `${field}=COLUMN`).join(',')
    const both = missing.includes('lat') && missing.includes('lng') ? ', or a column of both with point=COLUMN' : ''
    const code = both === '' ? undefined : header.find((name) => CODE_OF_PLACE.test(name))
    const decode = code === undefined ? '' : `; decode "${code}" into columns lat and lng first`
    throw new Error(
      `expected columns for price, lat and lng, found none for ${missing.join(', ')}${decode}${whole}${pivot}${listings}; name them with --map ${pairs}${both}; ${columns}`,
    )
  }
  if (!hasDates(plan) && date === undefined) {
    const years =
      built && 'column' in built
        ? `the years in "${nameOfColumn(header, built.column)}" go so far back that homes were probably built in them; `
        : ''
    throw new Error(
      `expected a column for the date, found none; ${years}name it with --map date=COLUMN, or set one date for all rows with --date (such as 2019-04 or 2019-04-30); ${columns}`,
    )
  }
}

/** Whether the first line of a file is a row, rather than the names of its columns. */
function hasValues(header: readonly string[]): boolean {
  const values = header.filter((cell) => /^[^\p{L}\d]*\d[^\p{L}]*\p{L}{0,3}$/u.test(cell.trim()))
  return 2 * values.length >= header.length
}
