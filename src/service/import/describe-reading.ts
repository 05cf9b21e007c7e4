import type { DuckSession } from '../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn, usedColumns } from './columns/known-columns.ts'
import { LISTING_FIELDS, type ListingField } from './columns/listing-fields.ts'
import type { RawFile } from './file/raw/raw-file.ts'
import amountEvidenceSql from './judging/amount-evidence.sql?raw'
import dateEvidenceSql from './judging/dates/date-evidence.sql?raw'
import { outcomeExamples, type RowCounts } from './publishing/publish-rows.ts'
import type { ReadingReport } from './reading/import-report.ts'
import type { ColumnReading, Doubt, Reading, StyleReading, ValueReading } from './reading/reading.ts'
import { type Beside, readingWarnings, WARNED_FIELDS } from './reading/reading-warnings.ts'

/** What a file's description is made from, besides the tables of the session. */
export interface Described {
  readonly file: string
  readonly raw: RawFile
  readonly plan: ColumnPlan
  readonly counts: RowCounts
  readonly reading: ReadingReport
  readonly notes: readonly string[]
  readonly doubts: readonly Doubt[]
}

/** What a field was read as: a column of table `judged`, or an expression over it and `cells`. */
const READ_AS: Readonly<Partial<Record<ListingField, string>>> = {
  rent: 'price',
  price_period:
    "CASE WHEN is_by_other_period(cells.price_period) THEN 'not by the month' WHEN is_by_area(cells.price_period) THEN 'by area' WHEN is_by_the_month(cells.price_period) THEN 'by the month' END",
  point: "judged.lat || ', ' || judged.lng",
  area_sqft: 'area',
  area_unit: "(SELECT any_value(square_metres) || ' m²' FROM area_unit WHERE word = unit_word(cells.area_unit))",
  date: 'listed_on',
  year: 'listed_on',
  month: 'listed_on',
  day: 'listed_on',
  is_rent: 'ad_sub_type',
  is_studio: 'property_type',
  is_duplex: 'property_type',
  is_penthouse: 'property_type',
}

const VALUE_FIELDS = ['property_type', 'ad_sub_type', 'price_period', 'rooms', 'currency'] as const
const MOST_VALUES = 12
/** A share of listings. */
const MOST = 0.5
/** Rows from which examples are taken. */
const EXAMPLE_ROWS = 400

/** Describes how a file was read, from tables `cells`, `judged` and `raw`. */
export async function describeReading(session: DuckSession, described: Described): Promise<Reading> {
  const { file, raw, plan, counts, reading, notes, doubts } = described
  const used = usedColumns(plan)
  const columns = await readColumns(session, plan, raw.header)
  const values: ValueReading[] = []
  for (const field of VALUE_FIELDS) values.push(await readValues(session, field))
  const usable = counts.kept + counts.held
  const examples = await outcomeExamples(session)
  const draft = {
    file,
    part: raw.part ?? null,
    rows: raw.rows,
    usable,
    columns,
    unused: raw.header.flatMap((_, i) => (used.has(i) ? [] : [nameOfColumn(raw.header, i)])),
    values,
    styles: await readStyleEvidence(session, reading),
    countries: await session.rows<{ name: string; rows: number }>(
      `SELECT country AS name, count(*)::INTEGER AS rows FROM judged WHERE reason IS NULL
      GROUP BY country ORDER BY rows DESC, country`,
    ),
    repaired: Object.entries(counts.repaired)
      .map(([name, rows]) => ({ name, rows, example: examples[name] ?? null }))
      .sort((a, b) => b.rows - a.rows),
    rejected: Object.entries(counts.rejected)
      .map(([name, rows]) => ({ name, rows, example: examples[name] ?? null }))
      .sort((a, b) => b.rows - a.rows),
    notes,
    doubts,
  }
  return { ...draft, warnings: readingWarnings(draft, await besides(session, raw, plan)) }
}

async function besides(session: DuckSession, raw: RawFile, { area_unit }: ColumnPlan): Promise<Beside> {
  const [kept] = await session.rows<{ middle: number | null; typed: number | null }>(
    "SELECT median(area)::DOUBLE AS middle, avg((property_type <> 'other')::INTEGER) AS typed FROM judged WHERE reason IS NULL",
  )
  const [cells] = await session.rows<{ listings: number }>('SELECT count(*)::INTEGER AS listings FROM cells')
  // Land in hectares is large, and its unit is said.
  return {
    leftOut: raw.leftOut ?? [],
    listings: cells?.listings ?? 0,
    areTyped: (kept?.typed ?? 0) > MOST,
    middleArea: area_unit ? null : (kept?.middle ?? null),
  }
}

/** The warnings of a file's description alone, in one pass over its rows. */
export async function findWarnings(
  session: DuckSession,
  { raw, plan, counts, reading }: Pick<Described, 'raw' | 'plan' | 'counts' | 'reading'>,
): Promise<string[]> {
  const planned = WARNED_FIELDS.filter((field) => plan[field])
  const counted = planned.map(
    (field) => `count(cells.${field})::INTEGER AS filled_${field},
    (count(${readAs(field)}) FILTER (cells.${field} IS NOT NULL))::INTEGER AS read_${field}`,
  )
  const [count = {}] = await session.rows<Record<string, number>>(
    `SELECT ${['count(*)::INTEGER AS rows', ...counted].join(', ')} FROM cells LEFT JOIN judged USING (n)`,
  )
  const columns = planned.map((field) => ({
    field,
    column: columnOf(plan[field], raw.header),
    filled: count[`filled_${field}`] ?? 0,
    read: count[`read_${field}`] ?? 0,
  }))
  const values: ValueReading[] = []
  for (const field of ['property_type', 'ad_sub_type', 'price_period'] as const)
    if (plan[field]) values.push(await readValues(session, field))
  const styles = await readStyleEvidence(session, reading)
  const rejected = Object.entries(counts.rejected).map(([name, rows]) => ({ name, rows }))
  const facts = { rows: raw.rows, usable: counts.kept + counts.held, columns, values, styles, rejected }
  return readingWarnings(facts, await besides(session, raw, plan))
}

function readAs(field: ListingField): string {
  const read = READ_AS[field] ?? field
  return /^\w+$/.test(read) ? `judged.${read}` : read
}

function columnOf(origin: ColumnPlan[ListingField], header: readonly string[]): string {
  if (!origin) return ''
  return 'column' in origin ? nameOfColumn(header, origin.column) : `=${origin.constant}`
}

async function readColumns(
  session: DuckSession,
  plan: ColumnPlan,
  header: readonly string[],
): Promise<ColumnReading[]> {
  const columns: ColumnReading[] = []
  for (const field of LISTING_FIELDS) {
    const origin = plan[field]
    if (!origin) continue
    const read = `(${readAs(field)})::VARCHAR`
    // The price of a rent can come from a column of its own.
    const own = field === 'price' && plan.rent ? ' WHERE cells.rent IS NULL' : ''
    const [count] = await session.rows<{ filled: number; read: number }>(
      `SELECT count(cells.${field})::INTEGER AS filled, (count(${read}) FILTER (cells.${field} IS NOT NULL))::INTEGER AS read
      FROM cells LEFT JOIN judged USING (n)${own}`,
    )
    const rows = await session.rows<{ cell: string; read: string | null }>(
      `SELECT cells.${field} AS cell, ${read} AS read
      FROM cells JOIN judged USING (n) WHERE cells.${field} IS NOT NULL${own.replace('WHERE', 'AND')}
      ORDER BY judged.reason IS NOT NULL, n LIMIT ${EXAMPLE_ROWS}`,
    )
    columns.push({
      field,
      column: columnOf(origin, header),
      filled: count?.filled ?? 0,
      read: count?.read ?? 0,
      examples: [...new Map(rows.map((row) => [row.cell, { ...row, read: plain(row) }])).values()].slice(0, 3),
    })
  }
  return columns
}

/** What a cell was read as, whole numbers without decimals, and others without those that only a computer has. */
function plain({ cell, read }: { cell: string; read: string | null }): string | null {
  if (read === null || read === cell || !/^-?\d+\.\d+$/.test(read)) return read
  return String(Number(Number(read).toFixed(6)))
}

/** Signs and words for currencies in the prices themselves. */
const PRICE_SIGNS = `
  LEFT JOIN (SELECT text, nullif(any_value(sign), '') AS sign FROM amount WHERE field = 'price' GROUP BY text) price_sign
  ON price_sign.text = cells.price`

async function readValues(session: DuckSession, field: (typeof VALUE_FIELDS)[number]): Promise<ValueReading> {
  const cell = field === 'currency' ? 'coalesce(cells.currency, price_sign.sign)' : `cells.${field}`
  const rows = await session.rows<{ cell: string | null; read: string | null; rows: number; is_unknown: boolean }>(
    `SELECT ${cell} AS cell, (${readAs(field)})::VARCHAR AS read, count(*)::INTEGER AS rows,
      cells.${field} IS NOT NULL AND ${isUnknown(field)} AS is_unknown
    FROM cells JOIN judged USING (n)${field === 'currency' ? PRICE_SIGNS : ''}
    WHERE cells.${field} IS NOT NULL OR (${readAs(field)}) IS NOT NULL
    GROUP BY ALL ORDER BY rows DESC, cell, read`,
  )
  const rest = rows.slice(MOST_VALUES)
  return {
    field,
    values: rows
      .slice(0, MOST_VALUES)
      .map(({ cell, read, rows: count, is_unknown }) => ({ cell, read, rows: count, isUnknown: is_unknown })),
    others: rest.length,
    otherRows: rest.reduce((sum, row) => sum + row.rows, 0),
  }
}

/** Whether the word in a cell has no meaning, as SQL. */
function isUnknown(field: (typeof VALUE_FIELDS)[number]): string {
  // A price that is that of the whole has no period.
  if (field === 'price_period')
    return `(${readAs(field)}) IS NULL AND NOT regexp_full_match(cells.price_period, '(?i)(?:for )?sale|total(?: price)?')`
  if (field !== 'property_type' && field !== 'ad_sub_type') return 'false'
  return `NOT EXISTS (FROM listing_word WHERE field = '${field}' AND word = cells.${field})`
}

/** The styles in force, and what was counted in the cells. */
async function readStyleEvidence(session: DuckSession, reading: ReadingReport): Promise<StyleReading[]> {
  const amounts = await session.rows<Record<string, number | string> & { field: string }>(amountEvidenceSql)
  const styles: StyleReading[] = amounts.flatMap(({ field, grouped: _, ...evidence }) => {
    const style = reading.decimals[field]
    return style === undefined ? [] : [{ of: field, style: `decimal ${style}`, evidence }]
  })
  if (reading.date_order !== null) {
    const [dates] = await session.rows<Record<string, number | string>>(dateEvidenceSql)
    styles.push({ of: 'date', style: reading.date_order, evidence: dates ?? {} })
  }
  return styles
}
