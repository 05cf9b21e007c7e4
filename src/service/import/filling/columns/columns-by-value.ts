import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, hasDates, rivalsByField, usedColumns } from '../../columns/known-columns.ts'
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
 * almost all have such a meaning. Among columns named for types or offers, takes the one whose values are.
 */
export async function addColumnsByValue(
  session: DuckSession,
  header: readonly string[],
  named: ColumnPlan,
  { map = {}, date, currency, adSubType, propertyType, now }: ImportOptions,
): Promise<{ plan: ColumnPlan; byValue: ReadonlySet<keyof ColumnPlan> }> {
  const planned = [...usedColumns(named)]
  const valuesOf = columnValues(session, header, planned)
  const wellNamed = await withoutMisnamed(header, named, { map, valuesOf })
  const fitting = await withoutTypesOfSale(session, header, wellNamed, map)
  const plan = { ...fitting, ...(await betterRivals(header, fitting, { map, valuesOf })) }
  const byValue = new Set<keyof ColumnPlan>()
  const given = { date, currency, ad_sub_type: adSubType, property_type: propertyType } as Partial<
    Record<RecognisedField, string>
  >
  const used = usedColumns(plan)
  const wanted = (Object.keys(RECOGNISED) as RecognisedField[]).filter(
    (field) =>
      !plan[field] &&
      !(field === 'date' && hasDates(plan)) &&
      given[field] === undefined &&
      !(field === 'ad_sub_type' && isAllRent(plan)) &&
      !((field === 'lat' || field === 'lng') && plan.point) &&
      !(field === 'point' && plan.lat && plan.lng),
  )
  if (wanted.length === 0) return { plan, byValue }
  const [sample] = await session.rows<{ rows: number }>(
    `SELECT count(*)::INTEGER AS rows FROM (SELECT 1 FROM raw LIMIT ${SAMPLE})`,
  )
  const rows = sample?.rows ?? 0
  const glance = await glanceAt(session, header)
  const hopeless = hopelessColumns(glance, wanted)
  const isOfPoints = (column: number) => OF_POINTS.test(foldName(header[column] ?? ''))
  const isInMilliseconds = (column: number) => {
    const texts = [...(glance.get(column) ?? [])]
    return texts.length > 0 && texts.every(isMilliseconds)
  }
  const isOtherDay = (column: number) => OTHER_DAY.test(foldName(header[column] ?? '')) || isInMilliseconds(column)
  for (const column of [...header.keys()].sort((a, b) => Number(isOtherDay(a)) - Number(isOtherDay(b)) || a - b)) {
    if (used.has(column) || (hopeless.has(column) && !isOfPoints(column)) || wanted.every((field) => plan[field]))
      continue
    const values = await valuesOf(column)
    const isNoOffer = isTypeOfSale(header[column] ?? '')
    const isOfDay = isWithinDay(header[column] ?? '')
    const isNumbered = OF_NUMBERS.test(foldName(header[column] ?? '')) && isInMilliseconds(column)
    const open = wanted.filter(
      (each) =>
        !plan[each] &&
        !(each === 'ad_sub_type' && isNoOffer) &&
        !(each === 'price_period' && isOfDay) &&
        !(each === 'date' && isNumbered),
    )
    const field =
      open.find((each) => areValues(values, rows, RECOGNISED[each])) ??
      open.find((each) => each === 'point' && isOfPoints(column) && areValues(values, rows, PAIRS)) ??
      open.find((each) => each === 'currency' && areCurrencies(header[column] ?? '', values))
    if (field === undefined || (field === 'date' && areToCome(values, now()))) continue
    plan[field] = { column }
    byValue.add(field)
  }
  // A ratio such as 0.5354 looks like a latitude; a point cannot be anything else.
  if (byValue.has('point')) {
    for (const field of ['lat', 'lng'] as const) if (byValue.delete(field)) delete plan[field]
  }
  // So does a share of land; degrees of one kind alone are no position.
  if (plan.lat === undefined && byValue.delete('lng')) delete plan.lng
  if (plan.lng === undefined && byValue.delete('lat')) delete plan.lat
  // Types can say the offer too: a Turkish "Emlak Tipi" with Satılık Daire and Kiralık Daire.
  const types = plan.property_type
  if (wanted.includes('ad_sub_type') && !plan.ad_sub_type && types && 'column' in types) {
    if (areValues(await valuesOf(types.column), rows, RECOGNISED.ad_sub_type)) {
      plan.ad_sub_type = types
      byValue.add('ad_sub_type')
    }
  }
  // So can the events in a history of prices: Listed for rent, Sold, Price change.
  if (wanted.includes('ad_sub_type') && !plan.ad_sub_type && !plan.is_rent) {
    const statuses = rentsAmongStatuses(glance)
    if (statuses !== undefined) plan.is_rent = { column: statuses }
  }
  return { plan, byValue }
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

/** The columns of types and offers that are better by their values than those chosen by name. */
async function betterRivals(
  header: readonly string[],
  named: ColumnPlan,
  { map, valuesOf }: { map: Readonly<Record<string, string>>; valuesOf: ValuesOf },
): Promise<ColumnPlan> {
  const better: ColumnPlan = {}
  const used = usedColumns(named)
  for (const [field, columns] of rivalsByField(header)) {
    const origin = named[field]
    if ((field !== 'property_type' && field !== 'ad_sub_type') || field in map) continue
    if (!origin || !('column' in origin)) continue
    // `Residential Lease` states an offer, which its rival, Condominium, does not.
    const saysOffer =
      field === 'property_type' &&
      !named.ad_sub_type &&
      (await valuesOf(origin.column)).some(({ text }) => offerOfType(text) !== null)
    // Which rows are for rent is then read from the one, and the type from the other.
    if (saysOffer && named.is_rent) continue
    const shareOf = async (column: number) => knownShare(await valuesOf(column), RECOGNISED[field])
    if ((await shareOf(origin.column)) >= FILLED) continue
    for (const column of columns.filter((each) => !used.has(each))) {
      if ((await shareOf(column)) < (saysOffer ? FILLED : KNOWN)) continue
      better[field] = { column }
      if (saysOffer) better.is_rent = origin
      break
    }
  }
  return better
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

function isAllRent({ price, rent }: ColumnPlan): boolean {
  return rent !== undefined && price === undefined
}
