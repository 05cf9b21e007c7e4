import { VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../storage/duck-session.ts'
import {
  type ColumnPlan,
  columnOf,
  hasDates,
  isMonthBesideDay,
  partOfYear,
  type scaleOfPrices,
} from '../columns/known-columns.ts'
import { LISTING_FIELDS, type ListingField } from '../columns/listing-fields.ts'
import { isInTenMillionths, isLongitudeFirst } from '../columns/name-ranks.ts'
import { SAMPLE } from '../values/recognised-values.ts'
import { areaByType, type areasByType } from './columns/areas-by-type.ts'

/** What a file's columns mean, besides which field each is of. */
interface ColumnMeanings {
  readonly scales: ReturnType<typeof scaleOfPrices>
  readonly areas: Awaited<ReturnType<typeof areasByType>>
  readonly header: readonly string[]
}

/** Creates view `cells` with one text column per field, and table `cell_text` for those that are planned. */
export async function createCells(session: DuckSession, plan: ColumnPlan, meanings: ColumnMeanings): Promise<void> {
  await keepConstants(session, plan)
  const source = { ...meanings, plan, textIn: await columnTexts(session, plan) }
  const planned = LISTING_FIELDS.flatMap((field) => {
    const text = textOfField(field, source)
    return text === null ? [] : [{ field, text }]
  })
  const texts = planned.map(({ field, text }) => `${text} AS ${field}`)
  const fields = new Set(planned.map(({ field }) => field))
  const columns = LISTING_FIELDS.map((field) => (fields.has(field) ? field : `NULL::VARCHAR AS ${field}`))
  await session.run(`CREATE TABLE cell_text AS SELECT ${['n', 'content', ...texts].join(', ')} FROM raw ANTI JOIN set_aside USING (n);
    CREATE VIEW cells AS SELECT n, content, ${columns.join(', ')} FROM cell_text`)
}

/** Creates table `constant` with the values that all rows have. */
async function keepConstants(session: DuckSession, plan: ColumnPlan): Promise<void> {
  await session.run('CREATE TABLE constant (field VARCHAR NOT NULL, value VARCHAR NOT NULL)')
  const constants = await session.append('constant', [VARCHAR, VARCHAR])
  for (const [field, origin] of Object.entries(plan)) {
    if ('constant' in origin) constants.add([field, origin.constant])
  }
  constants.close()
}

/** Returns what gives the text of a column as SQL: without markup, and with plain digits where it is of numbers. */
async function columnTexts(session: DuckSession, plan: ColumnPlan): Promise<(column: number) => string> {
  const withOthers = await numbersWith(session, 'has_other_digits', plan)
  const withMarkup = await numbersWith(session, 'has_markup', plan)
  return (column) => {
    const cell = withMarkup.has(column) ? `present(without_markup(c${column}::VARCHAR))` : `present(c${column})`
    return withOthers.has(column) ? `plain_digits(${cell})` : cell
  }
}

const NUMBER_FIELDS: readonly ListingField[] = [
  ...(['price', 'rent', 'area', 'area_sqft', 'rooms', 'lat', 'lng', 'point', 'date', 'year', 'month', 'day'] as const),
]

/** The columns of numbers and dates some of whose first cells fulfil a condition, such as `has_other_digits`. */
async function numbersWith(session: DuckSession, condition: string, plan: ColumnPlan): Promise<ReadonlySet<number>> {
  const columns = NUMBER_FIELDS.flatMap((field) => columnOf(plan[field]) ?? [])
  if (columns.length === 0) return new Set()
  const found = columns.map((column) => `bool_or(${condition}(c${column}::VARCHAR))`)
  const [row] = await session.rows<{ found: (boolean | null)[] }>(
    `SELECT [${found.join(', ')}] AS found FROM (FROM raw LIMIT ${SAMPLE})`,
  )
  return new Set(columns.filter((_, i) => row?.found[i]))
}

/** Where the texts of fields come from. */
interface Source extends ColumnMeanings {
  readonly plan: ColumnPlan
  /** The text of a column, as SQL. */
  textIn(column: number): string
}

/** The text of a field, as SQL; null for a field that neither the file nor an option has. */
function textOfField(field: ListingField, source: Source): string | null {
  const { plan, scales, areas, textIn } = source
  if (field === 'date') return textOfDate(source)
  if (field === 'lat' || field === 'lng') return textOfDegrees(field, source)
  if (field === 'area' && plan.area && areas) return areaByType(areas, textIn)
  const text = plannedText(field, source)
  if (text === null) return null
  // The unit of a price can be its period (month) or what it counts (万).
  const unit = plannedText('price_period', source)
  if (field === 'price_period') return `CASE WHEN NOT is_scale(${unit}) THEN ${unit} END`
  if (field !== 'price' && field !== 'rent') return text
  const inUnits = unit ? `CASE WHEN is_scale(${unit}) THEN scaled_price(${text}, ${unit}) ELSE ${text} END` : text
  const scale = scales[field]
  return scale === undefined ? inUnits : `scaled_price(${inUnits}, '${scale}')`
}

/** The text of the column, or the constant, that a field is planned to come from; null for any other field. */
function plannedText(field: ListingField, { plan, textIn }: Source): string | null {
  const origin = plan[field]
  if (origin === undefined) return null
  return 'column' in origin ? textIn(origin.column) : `(SELECT present(value) FROM constant WHERE field = '${field}')`
}

function textOfDate(source: Source): string | null {
  const { plan, header } = source
  const partText = (field: ListingField) => plannedText(field, source) ?? 'NULL::VARCHAR'
  if (plan.date) {
    return isMonthBesideDay(plan, header)
      ? `day_of_month(${partText('date')}, ${partText('day')})`
      : plannedText('date', source)
  }
  const part = partOfYear(header[columnOf(plan.month) ?? -1] ?? '')
  if (part !== null && plan.year) return `date_of_${part}(${partText('year')}, ${partText('month')})`
  return hasDates(plan) ? `date_of_parts(${partText('year')}, ${partText('month')}, ${partText('day')})` : null
}

/** A coordinate of its own, or one of a column of both. */
function textOfDegrees(field: 'lat' | 'lng', source: Source): string | null {
  const { plan, header, textIn } = source
  const [own, point] = [columnOf(plan[field]), columnOf(plan.point)]
  if (own !== null && isInTenMillionths(header[own] ?? '')) return `from_ten_millionths(${textIn(own)})`
  if (plan[field] || point === null) return plannedText(field, source)
  const text = textIn(point)
  return `point_${field}(point_of(${isLongitudeFirst(header[point] ?? '') ? `latitude_first(${text})` : text}))`
}
