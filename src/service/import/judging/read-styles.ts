import type { DuckSession } from '../../storage/duck-session.ts'
import type { ImportOptions } from '../reading/import-options.ts'
import type { ReadingReport } from '../reading/import-report.ts'
import {
  areaStyle,
  type DateEvidence,
  dateOrder,
  holdsLevels,
  type NumberEvidence,
  type NumberStyle,
  type PlaceEvidence,
  priceStyle,
} from '../values/column-style.ts'
import { areHalfConverted, dateForms, type FormEvidence } from '../values/date-forms.ts'
import { guessDateOrder } from '../values/guess-date-order.ts'
import type { GuessedOrder } from '../values/likelier-order.ts'
import amountEvidenceSql from './amount-evidence.sql?raw'
import amountsSql from './amounts.sql?raw'
import areaUnitsSql from './area-units.sql?raw'
import bareUnitSql from './bare-unit.sql?raw'
import dateEvidenceSql from './dates/date-evidence.sql?raw'
import dateFormsSql from './dates/date-forms.sql?raw'
import datesSql from './dates/dates.sql?raw'
import daysSql from './dates/days.sql?raw'
import { convertCalendars } from './dates/other-calendars.ts'
import placeEvidenceSql from './points/place-evidence.sql?raw'

const NUMBER_FIELDS = ['price', 'area'] as const
type NumberField = (typeof NUMBER_FIELDS)[number]

/** How to read the cells of a file's columns. */
export interface Styles {
  readonly numbers: Readonly<Record<NumberField, NumberStyle>>
  /** True when some prices certainly have three decimals; only then can 265.000 be a price with three decimals. */
  readonly priceHasThousandths: boolean
  /**
   * The size in m² of the unit of areas that name none, in a column whose other cells name one; null when these disagree.
   */
  readonly bareUnit: number | null
  /** Whether cells of areas name their unit. */
  readonly namesUnits: boolean
  readonly separator: string
  readonly split: ReadingReport['split']
  /** For the report: the styles that made a difference. */
  readonly reading: Pick<
    ReadingReport,
    'decimals' | 'date_order' | 'date_evidence' | 'short_years_first' | 'guessed_order' | 'split'
  >
}

const NOTHING: NumberEvidence = { point: 0, comma: 0, dotted: 0, comma_dotted: 0, grouped: null }

/**
 * Detects from the whole file how its numbers, dates and places are written; options take precedence. Creates view
 * `amount` and fills table `date_day`.
 */
export async function readStyles(
  session: DuckSession,
  { numeric, countsFrom1904 }: { numeric: Readonly<Record<NumberField, boolean>>; countsFrom1904: boolean },
  options: ImportOptions,
): Promise<Styles> {
  const { decimals, ...numbers } = await readNumbers(session, numeric, options)
  const units = await readUnits(session)
  const { order, guessed, evidence, short } = await readDates(session, countsFrom1904, options)
  const separator = options.placeSeparator ?? '/'
  const split = await splitColumns(session, separator, options)
  const dates = {
    ...{ date_order: evidence ? order : null, guessed_order: guessed },
    ...(evidence && { date_evidence: evidence }),
    ...(short > 0 && { short_years_first: short }),
  }
  return { ...numbers, ...units, separator, split, reading: { decimals, ...dates, split } }
}

async function readNumbers(
  session: DuckSession,
  numeric: Readonly<Record<NumberField, boolean>>,
  { decimalSign }: ImportOptions,
): Promise<Pick<Styles, 'numbers' | 'priceHasThousandths'> & Pick<ReadingReport, 'decimals'>> {
  await session.run(amountsSql)
  const rows = await session.rows<NumberEvidence & { field: NumberField; has_thousandths: boolean }>(amountEvidenceSql)
  const evidenceOf = (field: NumberField) => rows.find((row) => row.field === field) ?? NOTHING
  const price = evidenceOf('price')
  const styleOf = (field: NumberField): NumberStyle => {
    if (numeric[field]) return 'point'
    return decimalSign ?? (field === 'price' ? priceStyle(price) : areaStyle(evidenceOf('area'), price))
  }
  const numbers = { price: styleOf('price'), area: styleOf('area') }
  const signed = NUMBER_FIELDS.filter((field) => hasSigns(evidenceOf(field)))
  const thousandths = rows.some(({ field, has_thousandths }) => field === 'price' && has_thousandths)
  const priceHasThousandths = numeric.price || decimalSign !== undefined || thousandths
  return { numbers, priceHasThousandths, decimals: Object.fromEntries(signed.map((field) => [field, numbers[field]])) }
}

/** Shares of the areas that name a unit, and of those that name the same one. */
const MOST = 0.5
const ALMOST_ALL = 0.9

async function readUnits(session: DuckSession): Promise<Pick<Styles, 'bareUnit' | 'namesUnits'>> {
  const [most] = await session.rows<{ unit: number; rows: number; named: number; cells: number }>(areaUnitsSql)
  if (!most || most.named < MOST * most.cells) return { bareUnit: 1, namesUnits: most !== undefined }
  const bareUnit = most.rows >= ALMOST_ALL * most.named ? most.unit : null
  if (bareUnit !== 1) await session.run(bareUnitSql, { unit: bareUnit })
  return { bareUnit, namesUnits: true }
}

function hasSigns({ point, comma, dotted, comma_dotted }: NumberEvidence): boolean {
  return point + comma + dotted + comma_dotted > 0
}

/** Days from the first of 1900, as spreadsheets count, to that of 1904. */
const DAYS_TO_1904 = 1462

async function readDates(session: DuckSession, countsFrom1904: boolean, options: ImportOptions) {
  const date = options.date ?? null
  const today = options.now().toISOString().slice(0, 10)
  await convertCalendars(session)
  await session.run(datesSql, { date, today })
  const [evidence] = await session.rows<DateEvidence>(dateEvidenceSql)
  if (!evidence) throw new Error('expected counts of the dates, found none')
  const [found] = await session.rows<FormEvidence>(dateFormsSql, { today })
  if (!found) throw new Error('expected counts of the dates, found none')
  const forms = dateForms(found, options.dateOrder ?? null)
  const shown = options.dateOrder ?? (forms.short_years_first ? 'dmy' : dateOrder(evidence))
  const guessed: GuessedOrder | null = shown === null ? await guessDateOrder(session, options) : null
  const order = shown ?? guessed?.order ?? 'each'
  const half_converted = options.dateOrder === undefined && areHalfConverted(found, evidence)
  await session.run(daysSql, {
    ...{ date_order: order, uncounted: countsFrom1904 ? DAYS_TO_1904 : 0, half_converted },
    ...forms,
  })
  const [read] = await session.rows<{ day: Date | null }>('SELECT day FROM date_day WHERE text = $date', { date })
  if (date !== null && !read?.day)
    throw new Error(`date "${date}" should be a day or a month, such as 2019-04-30 or 2019-04`)
  const matters = !forms.short_years_first && evidence.day_first + evidence.month_first + evidence.either > 0
  return { order, guessed, evidence: matters ? evidence : null, short: forms.short_years_first ? found.short : 0 }
}

async function splitColumns(
  session: DuckSession,
  separator: string,
  { placeSeparator }: ImportOptions,
): Promise<Styles['split']> {
  const columns = await session.rows<PlaceEvidence & { field: 'macrozone' | 'microzone' }>(placeEvidenceSql, {
    separator,
  })
  const isSplit = (column: PlaceEvidence) => (placeSeparator === undefined ? holdsLevels(column) : column.separated > 0)
  return columns
    .filter(isSplit)
    .map(({ field }) => field)
    .sort()
}
