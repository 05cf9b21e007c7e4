import type { DuckSession } from '../storage/duck-session.ts'
import type { ImportOptions } from './import-options.ts'
import type { ColumnPlan } from './known-columns.ts'
import { meaningOf } from './word-meanings.ts'

/** Rows that are looked at. */
const SAMPLE = 5000
/** More different words than this are not those of a type or an offer. */
const MOST_WORDS = 50
/** Shares of the filled cells that have a meaning, and of the rows that are filled. */
const KNOWN = 0.95
const FILLED = 0.5

const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})`
const NAMED_DAY = String.raw`\d{1,2}\.? (?:de |d’|d')?\p{L}{3,}\.?,? (?:de |del )?\d{4}|\p{L}{3,}\.? \d{1,2},? \d{4}`
const DATE = new RegExp(`^(?:(?:${DAY})(?:[T ,].*)?|${NAMED_DAY})$`, 'u')

interface Value {
  readonly text: string
  readonly rows: number
}

interface Recogniser {
  readonly isValue: (text: string) => boolean
  readonly mostDifferent: number
}

/** Recognises a field by the values of a column. */
const RECOGNISED: Readonly<Record<'ad_sub_type' | 'property_type' | 'date', Recogniser>> = {
  ad_sub_type: { isValue: (text: string) => isWord('ad_sub_type', text), mostDifferent: MOST_WORDS },
  property_type: { isValue: (text: string) => isWord('property_type', text), mostDifferent: MOST_WORDS },
  date: { isValue: (text: string) => DATE.test(text), mostDifferent: SAMPLE },
}

function isWord(field: 'ad_sub_type' | 'property_type', text: string): boolean {
  // Codes of a letter or two mean something else in every file.
  return text.length > 2 && meaningOf(field, text) !== null
}

/**
 * Adds columns whose names are not known for offers, types and dates that no column is named for: the first column of
 * which almost all values have such a meaning.
 */
export async function addColumnsByValue(
  session: DuckSession,
  header: readonly string[],
  named: ColumnPlan,
  { date, adSubType, propertyType }: ImportOptions,
): Promise<{ plan: ColumnPlan; byValue: ReadonlySet<keyof ColumnPlan> }> {
  const plan = { ...named }
  const byValue = new Set<keyof ColumnPlan>()
  const given = { date, ad_sub_type: adSubType, property_type: propertyType }
  const used = new Set(Object.values(named).map((origin) => ('column' in origin ? origin.column : -1)))
  const wanted = (Object.keys(RECOGNISED) as (keyof typeof RECOGNISED)[]).filter(
    (field) => !plan[field] && given[field] === undefined && !(field === 'ad_sub_type' && isAllRent(plan)),
  )
  if (wanted.length === 0) return { plan, byValue }
  const [sample] = await session.rows<{ rows: number }>(
    `SELECT count(*)::INTEGER AS rows FROM (SELECT 1 FROM raw LIMIT ${SAMPLE})`,
  )
  const rows = sample?.rows ?? 0
  for (const column of header.keys()) {
    if (used.has(column) || wanted.every((field) => plan[field])) continue
    const values = await session.rows<Value>(
      `SELECT text, count(*)::INTEGER AS rows FROM (SELECT present(c${column}) AS text FROM raw LIMIT ${SAMPLE})
      WHERE text IS NOT NULL GROUP BY text LIMIT ${SAMPLE}`,
    )
    const field = wanted.find((each) => !plan[each] && areValues(values, rows, RECOGNISED[each]))
    if (field === undefined) continue
    plan[field] = { column }
    byValue.add(field)
  }
  return { plan, byValue }
}

function areValues(values: readonly Value[], rows: number, { isValue, mostDifferent }: Recogniser): boolean {
  const filled = values.reduce((sum, value) => sum + value.rows, 0)
  if (filled === 0 || filled < FILLED * rows || values.length > mostDifferent) return false
  const known = values.filter(({ text }) => isValue(text)).reduce((sum, value) => sum + value.rows, 0)
  return known >= KNOWN * filled
}

function isAllRent({ price, rent }: ColumnPlan): boolean {
  return rent !== undefined && price === undefined
}
