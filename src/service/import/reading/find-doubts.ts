import type { DuckSession } from '../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn, rivalsByField, usedColumns } from '../columns/known-columns.ts'
import type { ListingField } from '../columns/listing-fields.ts'
import type { ReadingReport } from './import-report.ts'
import type { Doubt } from './reading.ts'

/** A rival column with at least this share of the chosen one's cells may be the one that was meant. */
const NEAR = 0.5

/** Finds readings of a file that could be another; `map` has the columns that the user has chosen. */
export async function findDoubts(
  session: DuckSession,
  plan: ColumnPlan,
  header: readonly string[],
  {
    map = {},
    reading,
    byValue,
  }: {
    map?: Readonly<Record<string, string>> | undefined
    reading: ReadingReport
    byValue: ReadonlySet<ListingField>
  },
): Promise<Doubt[]> {
  return [
    ...(await rivalDoubts(session, plan, header, map)),
    ...valueDoubts(plan, header, byValue),
    ...offerDoubts(reading),
    ...unitDoubts(reading),
    ...monthDoubts(reading),
    ...orderDoubts(reading),
  ]
}

/** Fields with another column of a known name that is as well filled and has different values. */
async function rivalDoubts(
  session: DuckSession,
  plan: ColumnPlan,
  header: readonly string[],
  map: Readonly<Record<string, string>>,
): Promise<Doubt[]> {
  const used = usedColumns(plan)
  const doubts: Doubt[] = []
  for (const [field, rivals] of rivalsByField(header)) {
    const origin = plan[field]
    // Somebody has already chosen.
    if (!origin || !('column' in origin) || field in map) continue
    const near: number[] = []
    for (const rival of rivals.filter((column) => !used.has(column))) {
      const [count] = await session.rows<{ chosen: number; rival: number; different: number }>(
        `SELECT count(present(c${origin.column}))::INTEGER AS chosen, count(present(c${rival}))::INTEGER AS rival,
          count(*) FILTER (present(c${origin.column}) <> present(c${rival}))::INTEGER AS different FROM raw`,
      )
      if (count && count.different > 0 && count.rival >= NEAR * count.chosen) near.push(rival)
    }
    if (near.length === 0) continue
    const choices = [origin.column, ...near].map((column) => nameOfColumn(header, column))
    doubts.push({
      field,
      option: 'map',
      question: `Which column is ${field}?`,
      choices: choices.map((name) => ({ value: name, label: name })),
    })
  }
  return doubts
}

/** The value that all rows would have without the column. */
const OTHERWISE: Readonly<Partial<Record<ListingField, { value: string; label: string }>>> = {
  ad_sub_type: { value: '=buy', label: 'none: all rows are for sale' },
  property_type: { value: '=other', label: 'none: all rows are of other types' },
}

/** Columns that only their values show. */
function valueDoubts(plan: ColumnPlan, header: readonly string[], byValue: ReadonlySet<ListingField>): Doubt[] {
  return [...byValue].map((field) => {
    const origin = plan[field]
    const name = origin && 'column' in origin ? nameOfColumn(header, origin.column) : ''
    const otherwise = OTHERWISE[field]
    const taken = { value: name, label: `${name}, from its values` }
    return {
      field,
      option: 'map' as const,
      question: `Which column is ${field}?`,
      choices: otherwise ? [taken, otherwise] : [taken],
    }
  })
}

function offerDoubts({ guessed_offer }: ReadingReport): Doubt[] {
  if (guessed_offer === null) return []
  return [
    {
      field: 'ad_sub_type',
      option: 'ad-sub-type',
      question: 'No column says whether rows are for sale or for rent. Which is it?',
      choices: [
        { value: 'rent', label: `for rent, from ${guessed_offer.from}` },
        { value: 'buy', label: 'for sale' },
      ],
    },
  ]
}

function unitDoubts({ guessed_unit }: ReadingReport): Doubt[] {
  if (!guessed_unit) return []
  return [
    {
      field: 'area_unit',
      option: 'map',
      question: 'Nothing says whether areas are in square feet or in m². Which is it?',
      choices: [
        { value: '=sqft', label: `square feet, from ${guessed_unit.from}` },
        { value: '=m2', label: 'm²' },
      ],
    },
  ]
}

function monthDoubts({ guessed_month }: ReadingReport): Doubt[] {
  if (guessed_month === null) return []
  const { month, from } = guessed_month
  return [
    {
      field: 'date',
      option: 'date',
      question: 'The file has no dates. Which month are its rows from (such as 2019-04)?',
      choices: [{ value: month, label: `${month}, from ${from}` }],
    },
  ]
}

function orderDoubts({ guessed_order }: ReadingReport): Doubt[] {
  if (guessed_order === null) return []
  const { order, from } = guessed_order
  const labels = { dmy: 'day first', mdy: 'month first' }
  const other = order === 'dmy' ? 'mdy' : 'dmy'
  return [
    {
      field: 'date',
      option: 'date-order',
      question: 'Every date can have the day or the month first. Which is it?',
      choices: [
        { value: order, label: `${labels[order]}, from ${from}` },
        { value: other, label: labels[other] },
      ],
    },
  ]
}
