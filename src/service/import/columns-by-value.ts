import { foldName } from '../../domain/fold-name.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { type ColumnPlan, rivalsByField } from './columns/known-columns.ts'
import type { ImportOptions } from './import-options.ts'
import { meaningOf } from './word-meanings.ts'

/** Rows that are looked at. */
const SAMPLE = 5000
/** More different words than this are not those of a type or an offer. */
const MOST_WORDS = 50
/** Shares of the filled cells that have a meaning, and of the rows that are filled. */
const KNOWN = 0.95
const FILLED = 0.5

const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?:[-/]|\. ?)\d{1,2}(?:[-/]|\. ?)(?:\d{4}|\d{2})`
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

/** Rooms as words: T2, 3+kk, 2+1, studio. Plain numbers can be anything. */
const ROOMS = /^(?:[TFV] ?\d\+?\d?|\d ?\+ ?(?:kk|\d))$/i
/** Degrees with as many decimals as positions have; numbers of other kinds hardly have them. */
const DEGREES = /^-?\d{1,3}[.,]\d{4,}$/

type RecognisedField = 'ad_sub_type' | 'property_type' | 'date' | 'rooms' | 'lat' | 'lng'

/** Recognises a field by the values of a column. */
const RECOGNISED: Readonly<Record<RecognisedField, Recogniser>> = {
  ad_sub_type: { isValue: (text: string) => isWord('ad_sub_type', text), mostDifferent: MOST_WORDS },
  property_type: { isValue: (text: string) => isWord('property_type', text), mostDifferent: MOST_WORDS },
  date: { isValue: (text: string) => DATE.test(text), mostDifferent: SAMPLE },
  rooms: { isValue: (text: string) => ROOMS.test(text) || /^studio$/i.test(text), mostDifferent: MOST_WORDS },
  // Where the two are exchanged, the points are put right as a whole.
  lat: { isValue: (text: string) => isDegrees(text, 90), mostDifferent: SAMPLE },
  lng: { isValue: (text: string) => isDegrees(text, 180), mostDifferent: SAMPLE },
}

function isDegrees(text: string, most: number): boolean {
  return DEGREES.test(text) && Math.abs(Number(text.replace(',', '.'))) <= most
}

function isWord(field: 'ad_sub_type' | 'property_type', text: string): boolean {
  // Codes of a letter or two mean something else in every file.
  return text.length > 2 && meaningOf(field, text) !== null
}

/** Names of dates on which something was changed, ends or becomes free: not when a home was offered. */
const OTHER_DAY =
  /updat|modif|maj\b|mise a jour|actuali|atualiz|aktual|aggiorn|wijzig|zmen|zmian|guncel|reduc|last|ultim|letzt|dernier|ostatni|posledn|avail|dispon|frei|bezug|libre|expir|scad|caduc|valid|delet|remov|birth|baujahr|built/

/**
 * Adds columns whose names are not known for fields that no column is named for: the first column whose values
 * almost all have such a meaning. Among columns named for types or offers, takes the one whose values are.
 */
export async function addColumnsByValue(
  session: DuckSession,
  header: readonly string[],
  named: ColumnPlan,
  { map = {}, date, adSubType, propertyType }: ImportOptions,
): Promise<{ plan: ColumnPlan; byValue: ReadonlySet<keyof ColumnPlan> }> {
  const valuesOf = (column: number) =>
    session.rows<Value>(
      `SELECT text, count(*)::INTEGER AS rows FROM (SELECT present(c${column}) AS text FROM raw LIMIT ${SAMPLE})
      WHERE text IS NOT NULL GROUP BY text LIMIT ${SAMPLE}`,
    )
  const fitting = await withoutMisnamed(named, { map, valuesOf })
  const plan = { ...fitting, ...(await betterRivals(header, fitting, { map, valuesOf })) }
  const byValue = new Set<keyof ColumnPlan>()
  const given = { date, ad_sub_type: adSubType, property_type: propertyType } as Partial<
    Record<RecognisedField, string>
  >
  const used = new Set(Object.values(plan).map((origin) => ('column' in origin ? origin.column : -1)))
  const wanted = (Object.keys(RECOGNISED) as RecognisedField[]).filter(
    (field) =>
      !plan[field] &&
      given[field] === undefined &&
      !(field === 'ad_sub_type' && isAllRent(plan)) &&
      !((field === 'lat' || field === 'lng') && plan.point),
  )
  if (wanted.length === 0) return { plan, byValue }
  const [sample] = await session.rows<{ rows: number }>(
    `SELECT count(*)::INTEGER AS rows FROM (SELECT 1 FROM raw LIMIT ${SAMPLE})`,
  )
  const rows = sample?.rows ?? 0
  const isOtherDay = (column: number) => OTHER_DAY.test(foldName(header[column] ?? ''))
  for (const column of [...header.keys()].sort((a, b) => Number(isOtherDay(a)) - Number(isOtherDay(b)) || a - b)) {
    if (used.has(column) || wanted.every((field) => plan[field])) continue
    const values = await valuesOf(column)
    const field = wanted.find((each) => !plan[each] && areValues(values, rows, RECOGNISED[each]))
    if (field === undefined) continue
    plan[field] = { column }
    byValue.add(field)
  }
  return { plan, byValue }
}

const WORD_COLUMNS = ['ad_sub_type', 'property_type'] as const

/**
 * The plan without columns that have the name of offers and the values of types, or the reverse, such as a Dutch "soort
 * aanbod" with Appartement and Eengezinswoning.
 */
async function withoutMisnamed(
  named: ColumnPlan,
  { map, valuesOf }: { map: Readonly<Record<string, string>>; valuesOf: (column: number) => Promise<readonly Value[]> },
): Promise<ColumnPlan> {
  const plan = { ...named }
  for (const field of WORD_COLUMNS) {
    const other = field === 'ad_sub_type' ? 'property_type' : 'ad_sub_type'
    const origin = named[field]
    if (!origin || !('column' in origin) || field in map || named[other] || other in map) continue
    const values = await valuesOf(origin.column)
    if (knownShare(values, RECOGNISED[field]) > 1 - KNOWN || knownShare(values, RECOGNISED[other]) < KNOWN) continue
    delete plan[field]
  }
  return plan
}

/** The columns of types and offers that are better by their values than those chosen by name. */
async function betterRivals(
  header: readonly string[],
  named: ColumnPlan,
  { map, valuesOf }: { map: Readonly<Record<string, string>>; valuesOf: (column: number) => Promise<readonly Value[]> },
): Promise<ColumnPlan> {
  const better: ColumnPlan = {}
  const used = new Set(Object.values(named).map((origin) => ('column' in origin ? origin.column : -1)))
  for (const [field, columns] of rivalsByField(header)) {
    const origin = named[field]
    if ((field !== 'property_type' && field !== 'ad_sub_type') || field in map) continue
    if (!origin || !('column' in origin)) continue
    const shareOf = async (column: number) => knownShare(await valuesOf(column), RECOGNISED[field])
    if ((await shareOf(origin.column)) >= FILLED) continue
    for (const column of columns.filter((each) => !used.has(each))) {
      if ((await shareOf(column)) < KNOWN) continue
      better[field] = { column }
      break
    }
  }
  return better
}

function areValues(values: readonly Value[], rows: number, recogniser: Recogniser): boolean {
  const filled = values.reduce((sum, value) => sum + value.rows, 0)
  if (filled === 0 || filled < FILLED * rows || values.length > recogniser.mostDifferent) return false
  return knownShare(values, recogniser) >= KNOWN
}

/** The share of the filled cells that are values of a field; 0 when no cell is filled. */
function knownShare(values: readonly Value[], { isValue }: Recogniser): number {
  const filled = values.reduce((sum, value) => sum + value.rows, 0)
  const known = values.filter(({ text }) => isValue(text)).reduce((sum, value) => sum + value.rows, 0)
  return filled === 0 ? 0 : known / filled
}

function isAllRent({ price, rent }: ColumnPlan): boolean {
  return rent !== undefined && price === undefined
}
