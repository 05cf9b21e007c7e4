import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../storage/duck-session.ts'
import { type ColumnPlan, hasDates, isMonthBesideDay, rivalColumns, scaleOfPrices } from '../columns/known-columns.ts'
import { LISTING_FIELDS, type ListingField } from '../columns/listing-fields.ts'
import { isInTenMillionths, isLongitudeFirst } from '../columns/name-ranks.ts'
import { planColumns } from '../columns/plan-columns.ts'
import type { RawFile } from '../file/raw/raw-file.ts'
import { type ImportOptions, requireFields } from '../reading/import-options.ts'
import { type GuessedMonth, guessMonth } from '../values/guess-month.ts'
import { SAMPLE } from '../values/recognised-values.ts'
import { meaningOf, offerOfType, WORD_FIELDS } from '../values/word-meanings.ts'
import { areaByType, areasByType } from './columns/areas-by-type.ts'
import { addColumnsByValue } from './columns/columns-by-value.ts'
import { refuseHemispheres } from './columns/hemispheres.ts'
import { setNamesAside } from './columns/repeated-names.ts'
import { setTotalsAside } from './columns/totals.ts'
import { basisOfRents, setUnitsAside, withUnits } from './columns/units-row.ts'
import { setJointSalesAside } from './offers/joint-sales.ts'
import { withNights } from './offers/nights.ts'
import offersSql from './offers/offers.sql?raw'
import { setSharesAside } from './offers/shares.ts'

/** Where the cells of a file come from, and which of these decisions are guesses. */
export interface PlannedCells {
  readonly plan: ColumnPlan
  /** The month of a file without dates. */
  readonly guessed: GuessedMonth | null
  /** Fields whose columns were recognised by their values, because their names are not known. */
  readonly byValue: ReadonlySet<keyof ColumnPlan>
  /** The scale of the price columns, if they state one. */
  readonly scales: ReturnType<typeof scaleOfPrices>
}

/** Creates view `cells` from the columns that names, values and options show; guesses the month if that is wanted. */
export async function planCells(
  session: DuckSession,
  raw: RawFile,
  file: string,
  options: ImportOptions,
): Promise<PlannedCells> {
  // Without rows that can be read, a column of dates is not empty, but still to be filled.
  const filled =
    raw.rows === raw.malformed.length ? undefined : await countFilled(session, raw.header, rivalColumns(raw.header))
  const named = planColumns(raw.header, options.map ?? {}, filled)
  const { plan: valued, byValue } = await addColumnsByValue(session, raw.header, named, options)
  const units = await setUnitsAside(session, raw.header, valued)
  const plan = withNights(withUnits(valued, units, options.map ?? {}), raw.header, options.adSubType)
  await refuseHemispheres(session, raw.header, plan)
  await setNamesAside(session, raw, plan)
  await setSharesAside(session, raw.header)
  await setTotalsAside(session, raw.header)
  // Without a preset by request, each row is a sale of its own.
  if (options.preset !== 'none') await setJointSalesAside(session, raw.header, plan)
  const guessed = guessesMonth(plan, options) ? guessMonth(basename(file), statSync(file).mtime) : null
  const built = named.year && !plan.year ? named.year : null
  requireFields(plan, raw, { ...options, date: guessed?.month ?? options.date, built })
  const scales = scaleOfPrices(plan, raw.header, units)
  const areas = await areasByType(session, raw.header, plan, options.map ?? {})
  await createCells(session, plan, { scales, areas, header: raw.header })
  const basis = basisOfRents(plan, raw.header, units)
  if (basis !== null) await session.run("INSERT INTO constant VALUES ('rent_period', $basis)", { basis })
  return { plan, guessed, byValue, scales }
}

function guessesMonth(plan: ColumnPlan, { date, guessDate }: ImportOptions): boolean {
  return guessDate === true && date === undefined && !hasDates(plan)
}

const NUMBER_FIELDS: readonly ListingField[] = [
  ...(['price', 'rent', 'area', 'area_sqft', 'rooms', 'lat', 'lng', 'point', 'date', 'year', 'month', 'day'] as const),
]

/** The columns of numbers and dates some of whose first cells fulfil a condition, such as `has_other_digits`. */
async function numbersWith(session: DuckSession, condition: string, plan: ColumnPlan): Promise<ReadonlySet<number>> {
  const columns = NUMBER_FIELDS.flatMap((field) => {
    const origin = plan[field]
    return origin && 'column' in origin ? [origin.column] : []
  })
  if (columns.length === 0) return new Set()
  const found = columns.map((column) => `bool_or(${condition}(c${column}::VARCHAR))`)
  const [row] = await session.rows<{ found: (boolean | null)[] }>(
    `SELECT [${found.join(', ')}] AS found FROM (FROM raw LIMIT ${SAMPLE})`,
  )
  return new Set(columns.filter((_, i) => row?.found[i]))
}

/** How many cells of some columns are known, without names of the columns that are repeated below the header. */
async function countFilled(
  session: DuckSession,
  header: readonly string[],
  columns: readonly number[],
): Promise<Map<number, number>> {
  if (columns.length === 0) return new Map()
  const counts = columns.map((column) => `count(nullif(present(c${column}::VARCHAR), $name${column}))`).join(', ')
  const names = Object.fromEntries(columns.map((column) => [`name${column}`, header[column] ?? '']))
  const [row] = await session.rows<{ counts: bigint[] }>(`SELECT [${counts}] AS counts FROM raw`, names)
  return new Map(columns.map((column, i) => [column, Number(row?.counts[i] ?? 0)]))
}

/** The text of both coordinates, with the latitude first; null when there is no column of both. */
function pointText(
  { point }: ColumnPlan,
  header: readonly string[],
  textIn: (column: number) => string,
): string | null {
  if (!point || !('column' in point)) return null
  const text = textIn(point.column)
  return `point_of(${isLongitudeFirst(header[point.column] ?? '') ? `latitude_first(${text})` : text})`
}

/** Creates view `cells` with one text column per field, and table `cell_text` for those that are planned. */
async function createCells(
  session: DuckSession,
  plan: ColumnPlan,
  {
    scales,
    areas,
    header,
  }: Pick<PlannedCells, 'scales'> & { areas: Awaited<ReturnType<typeof areasByType>>; header: readonly string[] },
): Promise<void> {
  await session.run('CREATE TABLE constant (field VARCHAR NOT NULL, value VARCHAR NOT NULL)')
  const constants = await session.append('constant', [VARCHAR, VARCHAR])
  const needsDay = isMonthBesideDay(plan, header)
  const withOthers = await numbersWith(session, 'has_other_digits', plan)
  const withMarkup = await numbersWith(session, 'has_markup', plan)
  const textIn = (column: number) => {
    const cell = withMarkup.has(column) ? `present(without_markup(c${column}::VARCHAR))` : `present(c${column})`
    return withOthers.has(column) ? `plain_digits(${cell})` : cell
  }
  const textOf = (origin: ColumnPlan[ListingField]) =>
    origin && 'column' in origin ? textIn(origin.column) : 'NULL::VARCHAR'
  const point = pointText(plan, header, textIn)
  const texts: string[] = []
  const columns = LISTING_FIELDS.map((field) => {
    const origin = plan[field]
    const isInPoint = !origin && point !== null && (field === 'lat' || field === 'lng')
    if (field === 'date' && !origin && hasDates(plan)) {
      texts.push(
        `date_of_parts(${(['year', 'month', 'day'] as const).map((part) => textOf(plan[part])).join(', ')}) AS date`,
      )
      return field
    }
    if (!origin && !isInPoint) return `NULL::VARCHAR AS ${field}`
    if (isInPoint) texts.push(`point_${field}(${point}) AS ${field}`)
    else if (field === 'date' && needsDay) texts.push(`day_of_month(${textOf(origin)}, ${textOf(plan.day)}) AS date`)
    else if (field === 'area' && areas) texts.push(`${areaByType(areas, textIn)} AS area`)
    else if (origin && 'column' in origin) {
      const scale = field === 'price' || field === 'rent' ? scales[field] : undefined
      const isTiny = (field === 'lat' || field === 'lng') && isInTenMillionths(header[origin.column] ?? '')
      const text = isTiny ? `from_ten_millionths(${textIn(origin.column)})` : textIn(origin.column)
      texts.push(`${scale === undefined ? text : `scaled_price(${text}, '${scale}')`} AS ${field}`)
    } else if (origin) {
      constants.add([field, origin.constant])
      texts.push(`(SELECT present(value) FROM constant WHERE field = '${field}') AS ${field}`)
    }
    return field
  })
  constants.close()
  await session.run(`CREATE TABLE cell_text AS SELECT ${['n', 'content', ...texts].join(', ')} FROM raw ANTI JOIN set_aside USING (n);
    CREATE VIEW cells AS SELECT n, content, ${columns.join(', ')} FROM cell_text`)
}

/**
 * Fills table `listing_word` with the meanings of the texts that the cells have, and takes the price of rents from their
 * own column, where there is one.
 */
export async function readWords(session: DuckSession, plan: ColumnPlan): Promise<void> {
  const words = await session.append('listing_word', [VARCHAR, VARCHAR, VARCHAR])
  const registered = await registeredTypes(session)
  for (const field of WORD_FIELDS) {
    if (!plan[field] && (await hasNone(session, field))) continue
    const texts = session.chunks(`SELECT DISTINCT ${field} FROM cells WHERE ${field} IS NOT NULL`)
    for await (const chunk of texts) {
      for (const text of chunk.getColumnValues(0) as string[]) {
        const meaning = (field === 'property_type' && registered?.[text]) || meaningOf(field, text)
        if (meaning !== null) words.add([field, text, meaning])
        const offer = field === 'property_type' ? offerOfType(text) : null
        if (offer !== null) words.add(['offer_of_type', text, offer])
      }
    }
  }
  if (plan.is_rent) for (const word of await readBroadTypes(session)) words.add(word)
  words.close()
  if (plan.rent) await session.run(offersSql)
}

/** The words of a column of rents that says it by types: Residential Lease. */
async function readBroadTypes(session: DuckSession): Promise<string[][]> {
  const texts = await session.rows<{ text: string }>("SELECT DISTINCT is_rent AS text FROM cells WHERE is_rent <> ''")
  return texts.flatMap(({ text }) => {
    const pairs = [
      ['broad_offer', offerOfType(text)] as const,
      ['broad_type', meaningOf('property_type', text)] as const,
    ]
    return pairs.flatMap(([field, value]) => (value === null ? [] : [[field, text, value]]))
  })
}

/** The types of HM Land Registry: detached, semi-detached, terraced, flat and other. */
const REGISTERED: Readonly<Record<string, string>> = {
  D: 'house',
  S: 'townhouse',
  T: 'townhouse',
  F: 'apartment',
  O: 'other',
}
const FEWEST_REGISTERED = 3

/** What letters mean in a column that has only those of the register, and enough of them; null for other columns. */
async function registeredTypes(session: DuckSession): Promise<typeof REGISTERED | null> {
  const texts = await session.rows<{ text: string }>(
    'SELECT DISTINCT property_type AS text FROM cells WHERE property_type IS NOT NULL LIMIT 6',
  )
  return texts.length >= FEWEST_REGISTERED && texts.every(({ text }) => Object.hasOwn(REGISTERED, text))
    ? REGISTERED
    : null
}

async function hasNone(session: DuckSession, field: string): Promise<boolean> {
  const [first] = await session.rows(`SELECT 1 AS found FROM cells WHERE ${field} IS NOT NULL LIMIT 1`)
  return first === undefined
}
