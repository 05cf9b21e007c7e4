import {
  type ColumnPlan,
  columnOf,
  isMonthBesideDay,
  namedColumns,
  nameOfColumn,
  partOfYear,
  usedColumns,
} from './known-columns.ts'
import { LISTING_FIELDS, type ListingField } from './listing-fields.ts'
import { areaUnitOfColumn, currencyOfColumn, foldColumn, isAmbiguousSign, isSquareFeet } from './name-ranks.ts'
import { basisOfColumn } from './price-basis.ts'

/** A file's columns by name, what the user says of them, and how many cells of some are filled. */
interface FileColumns {
  readonly header: readonly string[]
  readonly map: Readonly<Record<string, string>>
  readonly filled: ReadonlyMap<number, number>
}

/**
 * Finds the columns of a file by name, the best name first among those that are filled; `filled` has how many cells of
 * each rival column are. A column of dates without any is not used, such as that of sales among homes for sale. `map`
 * takes precedence over the known names: `{price: 'PRICE'}` names a column, `{currency: '=EUR'}` sets one value for all
 * rows. A price column that names its currency (`price_usd`) takes precedence over a column of currencies. Throws on an
 * unknown field or column.
 */
export function planColumns(
  header: readonly string[],
  map: Readonly<Record<string, string>>,
  filled: ReadonlyMap<number, number> = new Map(),
): ColumnPlan {
  const file = { header, map, filled }
  const plan = mappedColumns(file)
  addNamedColumns(plan, file)
  const day = map.date === undefined ? dayOfPrice(plan, file) : undefined
  if (day !== undefined) plan.date = { column: day }
  addPartOfYear(plan, file)
  dropSuperfluous(plan, file)
  addStatedByNames(plan, file)
  return plan
}

function mappedColumns({ header, map }: FileColumns): ColumnPlan {
  const plan: ColumnPlan = {}
  for (const [field, source] of Object.entries(map)) {
    if (!isListingField(field))
      throw new Error(`expected one of the fields ${LISTING_FIELDS.join(', ')}; found "${field}"`)
    const given = source.startsWith('=') ? { constant: source.slice(1) } : { column: findColumn(header, source) }
    // Its name says that its numbers are square feet.
    const isInFeet = field === 'area' && 'column' in given && isSquareFeet(header[given.column] ?? '')
    plan[isInFeet ? 'area_sqft' : field] = given
  }
  return plan
}

function isListingField(text: string): text is ListingField {
  return (LISTING_FIELDS as readonly string[]).includes(text)
}

function findColumn(header: readonly string[], name: string): number {
  const names = header.map((_, column) => nameOfColumn(header, column))
  const exact = [header.indexOf(name), names.indexOf(name), header.map(foldColumn).indexOf(foldColumn(name))]
  const column = exact.find((index) => index >= 0)
  if (column === undefined) throw new Error(`expected one of the columns ${names.join(', ')}; found "${name}"`)
  return column
}

/** A column with less than this share of a rival's filled cells is not used, even if its name is better. */
const FILLED_ENOUGH = 0.1
/** Rows without one of these fields are rejected, so a better name does not justify losing half of the rows. */
const FILLED_ENOUGH_TO_KEEP = 0.5
const KEPT_BY: ReadonlySet<ListingField> = new Set(['price', 'date'])

/** Adds the columns with known names for the fields that are not mapped. */
function addNamedColumns(plan: ColumnPlan, file: FileColumns): void {
  const mapped = usedColumns(plan)
  for (const field of LISTING_FIELDS) {
    if (plan[field]) continue
    const free = namedColumns(field, file.header).filter((column) => !mapped.has(column))
    const best = bestFilled(field, free, file)
    const column = field === 'price' ? (paidInPlaceOf(best, free, file) ?? best) : best
    if (column !== undefined) plan[field] = { column }
  }
}

/** Returns the first of a field's columns, the best name first, that is filled well enough. */
function bestFilled(field: ListingField, columns: readonly number[], { filled }: FileColumns): number | undefined {
  const usable = field === 'date' ? columns.filter((column) => filled.get(column) !== 0) : columns
  const enough = KEPT_BY.has(field) ? FILLED_ENOUGH_TO_KEEP : FILLED_ENOUGH
  const most = Math.max(...usable.map((column) => filled.get(column) ?? 0))
  return usable.find((column) => (filled.get(column) ?? 0) >= enough * most)
}

/** Whether a part of a column's name, such as `soldPrice` of `soldPrice.amount`, is one of some names. */
function isNamedIn(names: ReadonlySet<string>, { header }: FileColumns, column: number): boolean {
  return (header[column] ?? '').split('.').some((part) => names.has(foldColumn(part)))
}

/** A price that a seller asks, and one that a buyer paid. */
const ASKED = new Set(['asking price', 'list price', 'listing price', 'listed price', 'first price'].map(foldColumn))
const PAID = new Set(['sold price', 'close price', 'closed price', 'final price', 'sold for'].map(foldColumn))

/** The column of what was paid, if the chosen one has what was asked and no more of its cells are filled. */
function paidInPlaceOf(chosen: number | undefined, free: readonly number[], file: FileColumns): number | undefined {
  if (chosen === undefined || !isNamedIn(ASKED, file, chosen)) return undefined
  return free.find((column) => isNamedIn(PAID, file, column) && isFilledLike(chosen, column, file))
}

/** Whether a column has cells, and another is filled at least as often. */
function isFilledLike(column: number, other: number, { filled }: FileColumns): boolean {
  const count = filled.get(column) ?? 0
  return count > 0 && (filled.get(other) ?? 0) >= count
}

/** The day on which a home was offered, and the one on which it was sold. */
const OFFERED = new Set(
  (
    'listed on,listing date,list date,listing contract date,listed date,date posted,published date,publication date,published at,' +
    'published on,created on,created at,published,listed,posted,posting date,on market date,created,date created,' +
    'creation date,date listed,posted on,date added,listing created,posted at,added on,listed at'
  )
    .split(',')
    .map(foldColumn),
)
const SOLD = new Set(
  'sold date,date sold,sold on,sold at,sale date,date of sale,close date,closed date,closed at,closing date'
    .split(',')
    .map(foldColumn),
)

/**
 * The column of the day on which a home had its price, if the chosen one has the other and no more of its cells are filled: that
 * of the offer for an asking price, and that of the sale for any other.
 */
function dayOfPrice(plan: ColumnPlan, file: FileColumns): number | undefined {
  const [date, price] = [columnOf(plan.date), columnOf(plan.price)]
  const isAsked = price !== null && isNamedIn(ASKED, file, price)
  const [other, wanted] = isAsked ? [SOLD, OFFERED] : [OFFERED, SOLD]
  if (date === null || !isNamedIn(other, file, date)) return undefined
  return namedColumns('date', file.header).find(
    (column) => isNamedIn(wanted, file, column) && isFilledLike(date, column, file),
  )
}

/**
 * Beside a year without a month, a quarter or a week takes the place of the month; the quarter where there are both. A column
 * called so can also be of the quarter of a town; its values show which.
 */
function addPartOfYear(plan: ColumnPlan, { header, map }: FileColumns): void {
  if (plan.date || !plan.year || plan.month) return
  const { microzone: _, ...others } = plan
  const used = usedColumns(map.microzone === undefined ? others : plan)
  const parts = header.map((name, column) => (used.has(column) ? null : partOfYear(name)))
  const column = [parts.indexOf('quarter'), parts.indexOf('week')].find((index) => index >= 0)
  if (column !== undefined) plan.month = { column }
}

/** Removes columns that others make superfluous, or that mean something else beside those; mapped ones stay. */
function dropSuperfluous(plan: ColumnPlan, file: FileColumns): void {
  const drop = (...fields: ListingField[]) => {
    for (const field of fields) if (file.map[field] === undefined) delete plan[field]
  }
  if (isNumberOfPlace(plan, file)) drop('area')
  if (plan.date || !plan.year || !plan.month) {
    drop('year', 'month')
    if (!isMonthBesideDay(plan, file.header)) drop('day')
  }
  // A column with both coordinates is not needed when each has its own.
  if (plan.lat && plan.lng) drop('point')
  // Beside such a column, a single y is something else, such as what a model should predict.
  else if (plan.point) drop('lat', 'lng')
}

/** Names of areas that say nothing of a unit, nor of a home. */
const BARE_AREAS = new Set(['area', 'areas', 'size'].map(foldColumn))

/**
 * Whether the column of areas is one only called so beside one of square feet that is filled as often: in exports of American
 * listing services, it has the number of a neighbourhood.
 */
function isNumberOfPlace(plan: ColumnPlan, { header, filled }: FileColumns): boolean {
  const [area, feet] = [columnOf(plan.area), columnOf(plan.area_sqft)]
  if (area === null || feet === null) return false
  const isBare = BARE_AREAS.has(foldColumn(header[area] ?? ''))
  return isBare && (filled.get(feet) ?? 0) >= FILLED_ENOUGH_TO_KEEP * (filled.get(area) ?? 0)
}

/** Adds what the names of the columns of amounts state for all rows: a currency, a unit, what a price is for. */
function addStatedByNames(plan: ColumnPlan, { header, map }: FileColumns): void {
  const nameOf = (column: number | null) => (column === null ? '' : (header[column] ?? ''))
  const amount = nameOf(columnOf(plan.price ?? plan.rent))
  // The user has mapped `price` to a column of weekly rents, or of prices per m².
  const basis = basisOfColumn(amount)
  if (basis !== null && !plan.price_period && !(plan.price && plan.rent)) plan.price_period = { constant: basis }
  const currency = map.currency === undefined ? currencyOfColumn(amount) : null
  // A sign such as $ has several meanings, and a column of currencies says which.
  if (currency !== null && !(plan.currency && isAmbiguousSign(currency))) plan.currency = { constant: currency }
  const unit = areaUnitOfColumn(nameOf(columnOf(plan.area)))
  if (unit !== null && !plan.area_unit) plan.area_unit = { constant: unit }
}
