import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, columnOf, hasDates, nameOfColumn, usedColumns } from '../../columns/known-columns.ts'
import { rankOf } from '../../columns/name-ranks.ts'
import type { ImportOptions } from '../../reading/import-options.ts'
import {
  isCurrencyWord,
  isMilliseconds,
  KNOWN,
  knownShare,
  RECOGNISED,
  type RecognisedField,
  type Recogniser,
  SAMPLE,
  type Value,
  type ValuesOf,
} from '../../values/recognised-values.ts'
import { isGone, isStatus } from '../../values/status-words.ts'
import { offerOfType } from '../../values/word-meanings.ts'
import { betterRivals } from './better-rivals.ts'
import { columnValues } from './column-values.ts'
import { type Glance, glanceAt } from './glance.ts'
import { withoutMisnamed } from './misnamed-columns.ts'
import { isTypeOfSale, withoutTypesOfSale } from './types-of-sale.ts'

/** A column in which a smaller share of the rows is filled is not recognised by its values. */
const FILLED = 0.5

/** Names of dates on which something changed, ends or becomes available: not when a home was offered. */
const OTHER_DAY =
  /updat|modif|maj\b|mise a jour|actuali|atualiz|aktual|aggiorn|wijzig|zmen|zmian|guncel|reduc|last|ultim|letzt|dernier|ostatni|posledn|avail|dispon|frei|bezug|libre|expir|scad|caduc|valid|delet|remov|birth|baujahr|built/

/** Names of columns of numbers of homes or estates, which can look like milliseconds. */
const OF_NUMBERS = /id$|\b(?:no|nr|num|number|ref|code)$/

/** Names of columns of currencies: with such a name, half of the values are enough to recognise the column. */
const OF_CURRENCIES = /currency|\b(?:curr?|ccy)\b|moneda|moeda|divisa|devise|monnaie|wahrung|valuta|waluta|валют/
const HALF = 0.5

/** Names of columns that can be positions: with such a name, a list of two decimals is one, and otherwise anything. */
const OF_POINTS = /^(?:loc|location|position|pos|geo|geo ?loc(?:ation)?|lng ?lat|lon ?lat)$/
const PAIRS: Recogniser = {
  isValue: (text) => /^\[\s*-?\d{1,3}\.\d{2,}\s*,\s*-?\d{1,3}\.\d{2,}\s*\]$/.test(text),
  mostDifferent: SAMPLE,
}

/**
 * Adds columns whose names are not known for fields that no column is named for: the first column whose values
 * almost all have such a meaning. Among columns named for types or offers, takes the one whose values are. Where one date was
 * given for all rows, names the column whose values look like dates.
 */
export async function addColumnsByValue(
  session: DuckSession,
  header: readonly string[],
  named: ColumnPlan,
  options: ImportOptions,
): Promise<{ plan: ColumnPlan; byValue: ReadonlySet<keyof ColumnPlan>; unusedDates: string | null }> {
  const { map = {}, now, date } = options
  const valuesOf = columnValues(session, header, [...usedColumns(named)])
  const wellNamed = await withoutMisnamed(header, named, { map, valuesOf })
  const fitting = await withoutTypesOfSale(session, header, wellNamed, map)
  const plan = { ...fitting, ...(await betterRivals(header, fitting, { map, valuesOf })) }
  const wanted = wantedFields(plan, options)
  if (wanted.length === 0 && (date === undefined || hasDates(plan)))
    return { plan, byValue: new Set(), unusedDates: null }
  const rows = await countSample(session)
  const glance = await glanceAt(session, header)
  const file = { header, valuesOf, rows, glance, now: now() }
  const found = withoutDoubtfulDegrees(await recognisedColumns(file, plan, wanted), plan)
  const lacksOffer = () => wanted.includes('ad_sub_type') && !found.ad_sub_type
  // Types can say the offer too: a Turkish "Emlak Tipi" with Satılık Daire and Kiralık Daire.
  const types = columnOf(found.property_type ?? plan.property_type)
  if (lacksOffer() && types !== null && areValues(await valuesOf(types), rows, RECOGNISED.ad_sub_type)) {
    found.ad_sub_type = { column: types }
  }
  // So can the events in a history of prices: Listed for rent, Sold, Price change.
  const events = lacksOffer() && !plan.is_rent ? rentsAmongStatuses(glance) : undefined
  const rents: ColumnPlan = events === undefined ? {} : { is_rent: { column: events } }
  const planned = { ...plan, ...found, ...rents }
  const unused = date === undefined || hasDates(planned) ? {} : await recognisedColumns(file, planned, ['date'])
  const dates = columnOf(unused.date)
  return { plan: planned, byValue: fieldsOf(found), unusedDates: dates === null ? null : nameOfColumn(header, dates) }
}

function fieldsOf(plan: ColumnPlan): ReadonlySet<keyof ColumnPlan> {
  return new Set(Object.keys(plan) as (keyof ColumnPlan)[])
}

/** The fields that a column could be recognised for: neither planned nor given, nor said by others that are. */
function wantedFields(
  plan: ColumnPlan,
  { date, currency, adSubType, propertyType }: ImportOptions,
): readonly RecognisedField[] {
  const { price, rent, lat, lng, point } = plan
  const isKnown: Partial<Record<RecognisedField, boolean>> = {
    date: date !== undefined || hasDates(plan),
    currency: currency !== undefined,
    property_type: propertyType !== undefined,
    ad_sub_type: adSubType !== undefined || (rent !== undefined && price === undefined),
    lat: point !== undefined,
    lng: point !== undefined,
    point: lat !== undefined && lng !== undefined,
  }
  return (Object.keys(RECOGNISED) as RecognisedField[]).filter((field) => !plan[field] && !isKnown[field])
}

/** How many rows are looked at. */
async function countSample(session: DuckSession): Promise<number> {
  const [sample] = await session.rows<{ rows: number }>(
    `SELECT count(*)::INTEGER AS rows FROM (SELECT 1 FROM raw LIMIT ${SAMPLE})`,
  )
  return sample?.rows ?? 0
}

/** The columns of a file, and what the first rows have in them. */
interface SampledFile {
  readonly header: readonly string[]
  readonly valuesOf: ValuesOf
  /** How many rows are looked at. */
  readonly rows: number
  readonly glance: Glance
  readonly now: Date
}

/** For each wanted field, the first column that is recognised as its own. Days of something else come last. */
async function recognisedColumns(
  file: SampledFile,
  plan: ColumnPlan,
  wanted: readonly RecognisedField[],
): Promise<ColumnPlan> {
  const { header, glance } = file
  const found: ColumnPlan = {}
  const used = usedColumns(plan)
  const hopeless = hopelessColumns(glance, wanted)
  const isOtherDay = (column: number) => OTHER_DAY.test(foldedName(header, column)) || isInMilliseconds(file, column)
  for (const column of [...header.keys()].sort((a, b) => Number(isOtherDay(a)) - Number(isOtherDay(b)) || a - b)) {
    const open = wanted.filter((field) => !found[field])
    if (open.length === 0) break
    if (used.has(column) || (hopeless.has(column) && !isNamedPoint(header, column))) continue
    const field = await recognisedField(file, column, open)
    if (field !== null) found[field] = { column }
  }
  return found
}

/** Returns which of the open fields a column has by its values; null when it has none. */
async function recognisedField(
  file: SampledFile,
  column: number,
  open: readonly RecognisedField[],
): Promise<RecognisedField | null> {
  const { header, rows } = file
  const name = header[column] ?? ''
  const values = await file.valuesOf(column)
  // What the name says against the values.
  const isDenied: Partial<Record<RecognisedField, boolean>> = {
    ad_sub_type: isTypeOfSale(name),
    price_period: isWithinDay(name),
    date: OF_NUMBERS.test(foldName(name)) && isInMilliseconds(file, column),
  }
  const likely = open.filter((field) => !isDenied[field])
  const field =
    likely.find((each) => areValues(values, rows, RECOGNISED[each])) ??
    likely.find((each) => each === 'point' && isNamedPoint(header, column) && areValues(values, rows, PAIRS)) ??
    likely.find((each) => each === 'currency' && areCurrencies(name, values))
  return field === undefined || (field === 'date' && areToCome(values, file.now)) ? null : field
}

function foldedName(header: readonly string[], column: number): string {
  return foldName(header[column] ?? '')
}

function isNamedPoint(header: readonly string[], column: number): boolean {
  return OF_POINTS.test(foldedName(header, column))
}

function isInMilliseconds({ glance }: SampledFile, column: number): boolean {
  const texts = [...(glance.get(column) ?? [])]
  return texts.length > 0 && texts.every(isMilliseconds)
}

/** Returns the recognised columns without degrees that are probably something else. */
function withoutDoubtfulDegrees(found: ColumnPlan, plan: ColumnPlan): ColumnPlan {
  const { lat, lng, ...others } = found
  // A ratio such as 0.5354 looks like a latitude; a point cannot be anything else.
  if (found.point) return others
  // So does a share of land; degrees of one kind alone are no position.
  const isPosition = (lat ?? plan.lat) && (lng ?? plan.lng)
  return isPosition ? found : others
}

/** Whether a column is within an object for a date, such as the `date.unit` of a `date.diff`: its "days" are not those of a price. */
function isWithinDay(name: string): boolean {
  return name
    .split('.')
    .slice(0, -1)
    .some((part) => rankOf('date', part) !== null)
}

/** Returns the column of events that says of some homes that they are for rent. */
function rentsAmongStatuses(glance: Glance): number | undefined {
  return [...glance].find(([, texts]) => {
    const all = [...texts]
    return all.some((text) => offerOfType(text) === 'rent' && !isGone(text)) && all.every(isStatus)
  })?.[0]
}

/** Returns the columns whose first cells have values, but none that a wanted field can have. */
function hopelessColumns(glance: Glance, wanted: readonly RecognisedField[]): ReadonlySet<number> {
  const isWanted = (text: string) => wanted.some((field) => RECOGNISED[field].isValue(text))
  return new Set(
    [...glance].flatMap(([column, texts]) => (texts.size > 0 && ![...texts].some(isWanted) ? [column] : [])),
  )
}

function areValues(values: readonly Value[], rows: number, recogniser: Recogniser): boolean {
  const filled = values.reduce((sum, value) => sum + value.rows, 0)
  if (filled === 0 || filled < FILLED * rows || values.length > recogniser.mostDifferent) return false
  if (values.every(({ text }) => recogniser.isWeak?.(text) ?? false)) return false
  return knownShare(values, recogniser) >= KNOWN
}

/**
 * If a column of currencies were overlooked, all prices would get their country's currency. If it is used, unknown words in
 * it only reject their own rows.
 */
function areCurrencies(name: string, values: readonly Value[]): boolean {
  return OF_CURRENCIES.test(foldName(name)) && knownShare(values, { isValue: isCurrencyWord }) >= HALF
}

/** Whether all dates lie in future years, as days on which advertisements end do: no home was offered then. */
function areToCome(values: readonly Value[], now: Date): boolean {
  return values.every(({ text }) => Number(/(?:19|20)\d\d/.exec(text)?.[0] ?? 0) > now.getUTCFullYear())
}
