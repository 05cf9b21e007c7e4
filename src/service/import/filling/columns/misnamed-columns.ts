import { AREA_UNITS, UNSIZED_UNITS } from '../../columns/area-units.ts'
import { type ColumnPlan, columnOf, partOfYear, rivalsByField, usedColumns } from '../../columns/known-columns.ts'
import { foldColumn, rankOf } from '../../columns/name-ranks.ts'
import { KNOWN, knownShare, RECOGNISED, type ValuesOf } from '../../values/recognised-values.ts'
import { isStatus } from '../../values/status-words.ts'

/** Fields whose values have digits. */
const NUMBERS = ['price', 'rent', 'area', 'area_sqft', 'lat', 'lng', 'date'] as const
const HAS_DIGIT = { isValue: (text: string) => /\d/.test(text) }
/** Hardly any region is called "sold"; the other words in such a column may be statuses that our list lacks. */
const STATUSES = 0.5
const WORDS = ['ad_sub_type', 'property_type'] as const

interface Given {
  readonly map: Readonly<Record<string, string>>
  readonly valuesOf: ValuesOf
}

/** The plan without columns whose values show that they are not what their names say. */
export async function withoutMisnamed(header: readonly string[], named: ColumnPlan, given: Given): Promise<ColumnPlan> {
  const plan = withoutStatuses(await withoutOtherWords(await withoutNames(header, named, given), given), given)
  return withoutYearsBuilt(
    await withoutOtherUnits(header, await withoutOtherValues(header, await plan, given), given),
    given,
  )
}

/** No register of sales that names years and months goes back as far, but every city has houses that do. */
const IS_OLD = { isValue: (text: string) => /^1[5-9]\d\d(?:\.0)?$/.test(text) && Number(text) < 1965 }
const SOME_OLD = 0.05

/** Removes a date of a year and a month in whose years homes were built. */
async function withoutYearsBuilt(named: ColumnPlan, { map, valuesOf }: Given): Promise<ColumnPlan> {
  const { year, month, day, ...others } = named
  if (!year || !('column' in year) || 'year' in map) return named
  return knownShare(await valuesOf(year.column), IS_OLD) > SOME_OLD ? others : named
}

const UNITS: ReadonlySet<string> = new Set([...AREA_UNITS.map(([word]) => word), ...UNSIZED_UNITS])
/** A single letter can be that of a flat, as in "Unit A". */
const IS_UNIT = { isValue: (text: string) => text.length > 1 && isUnitWord(text) }
/** In a type of area, which has no flats, M and H are square metres and hectares, as in the register of New South Wales. */
const IS_UNIT_OR_LETTER = { isValue: isUnitWord }

function isUnitWord(text: string): boolean {
  return UNITS.has(text.toLowerCase().replace(/[\s._-]/g, ''))
}

/** A number is no unit: it counts the homes of a house. */
const IS_COUNT = { isValue: (text: string) => /^[\d.,]+$/.test(text) }

/** Hardly a flat is called sqft; in a column in which half of the words are units, the others are units that are not known. */
const MOSTLY_UNITS = 0.5

/**
 * Removes a "unit" that is not one of areas, as in "Unit 5B", `date.unit`, "Number of Units" and NUM_UNITS, and a type of area
 * that says how it was measured, as in "Carpet Area".
 */
async function withoutOtherUnits(header: readonly string[], named: ColumnPlan, { map, valuesOf }: Given) {
  const { area_unit: origin, ...others } = named
  if (!origin || !('column' in origin) || 'area_unit' in map) return named
  const path = (header[origin.column] ?? '').split('.')
  if (knownShare(await valuesOf(origin.column), IS_COUNT) >= KNOWN) return others
  const isOfArea = path.slice(0, -1).some((part) => rankOf('area', part) !== null)
  const name = foldColumn(path.at(-1) ?? '')
  const isType = name === 'areatype'
  if (!isType && (isOfArea || !/^(?:(?:(?:number|num|no|count)of|total)?units?|uom)$/.test(name))) return named
  const isUnit = isType ? IS_UNIT_OR_LETTER : IS_UNIT
  return knownShare(await valuesOf(origin.column), isUnit) >= MOSTLY_UNITS ? named : others
}

const IS_QUARTER = { isValue: (text: string) => /^(?:\D{0,8}[1-4](?:\.0)?\D{0,10}|I{1,3}|IV)$/i.test(text) }

/**
 * Removes a "quarter" that is one of the year and not of a town, or the date of one that is of a town, a "unit price", which
 * is not the period of a price, and a "rent is" that is the period of a rent and not whether it is one.
 */
async function withoutOtherValues(
  header: readonly string[],
  named: ColumnPlan,
  { map, valuesOf }: Given,
): Promise<ColumnPlan> {
  const plan = { ...named }
  const quarter = columnOf(named.microzone)
  if (quarter !== null && partOfYear(header[quarter] ?? '') === 'quarter' && !('microzone' in map)) {
    const isOfYear = knownShare(await valuesOf(quarter), IS_QUARTER) >= KNOWN
    const isMonth = columnOf(named.month) === quarter
    if (isOfYear) delete plan.microzone
    else if (isMonth) for (const field of ['year', 'month', 'day'] as const) delete plan[field]
  }
  const others = {
    microzone: RECOGNISED.date,
    // 5,200 and $16,346/ft², but not 12 months.
    price_period: { isValue: (text: string) => /^[\d.,]+$|\d{3}|\d[.,]\d/.test(text) },
    is_rent: RECOGNISED.price_period,
  }
  for (const field of ['microzone', 'price_period', 'is_rent'] as const) {
    const origin = plan[field]
    if (!origin || !('column' in origin) || field in map) continue
    if (knownShare(await valuesOf(origin.column), others[field]) >= KNOWN) delete plan[field]
  }
  return plan
}

/** Removes columns that are named as regions and say what became of homes, such as a Spanish "estado" with vendido. */
async function withoutStatuses(named: ColumnPlan, { map, valuesOf }: Given): Promise<ColumnPlan> {
  const { region, ...others } = named
  if (!region || !('column' in region) || 'region' in map) return named
  return knownShare(await valuesOf(region.column), { isValue: isStatus }) >= STATUSES ? others : named
}

/** Uses another column of that name where one has only words, such as an English "area" with the names of districts. */
async function withoutNames(
  header: readonly string[],
  named: ColumnPlan,
  { map, valuesOf }: Given,
): Promise<ColumnPlan> {
  const plan = { ...named }
  const rivals = rivalsByField(header)
  const used = usedColumns(named)
  for (const field of NUMBERS) {
    const origin = named[field]
    if (!origin || !('column' in origin) || field in map) continue
    const values = await valuesOf(origin.column)
    if (values.length === 0 || knownShare(values, HAS_DIGIT) > 1 - KNOWN) continue
    for (const column of rivals.get(field) ?? []) {
      if (used.has(column) || knownShare(await valuesOf(column), HAS_DIGIT) < KNOWN) continue
      plan[field] = { column }
      const isDistrict = field === 'area' && foldColumn(header[origin.column] ?? '') === 'area'
      if (isDistrict && !plan.microzone) plan.microzone = origin
      break
    }
  }
  return plan
}

/**
 * Removes columns that are named as offers and have types, or the reverse, such as a Dutch "soort aanbod" with Appartement
 * and Eengezinswoning; and those that are named as types and have rooms, such as a Portuguese "tipologia" with T2.
 */
async function withoutOtherWords(named: ColumnPlan, { map, valuesOf }: Given): Promise<ColumnPlan> {
  const plan = { ...named }
  for (const field of WORDS) {
    const other = field === 'ad_sub_type' ? 'property_type' : 'ad_sub_type'
    const origin = named[field]
    if (!origin || !('column' in origin) || field in map) continue
    const values = await valuesOf(origin.column)
    const isOf = (each: 'rooms' | typeof other) =>
      !named[each] && !(each in map) && knownShare(values, RECOGNISED[each]) >= KNOWN
    const isOther = isOf(other) && knownShare(values, RECOGNISED[field]) <= 1 - KNOWN
    if (isOther || (field === 'property_type' && isOf('rooms'))) delete plan[field]
  }
  return plan
}
