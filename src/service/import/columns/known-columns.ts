import { foldName } from '../../../domain/names/fold-name.ts'
import { COLUMN_NAMES } from './column-names.ts'
import { LISTING_FIELDS, type ListingField } from './listing-fields.ts'
import {
  areaUnitOfColumn,
  currencyOfColumn,
  foldColumn,
  isAmbiguousSign,
  isSquareFeet,
  isWebMercator,
  rankOf,
} from './name-ranks.ts'
import { basisOfColumn } from './price-basis.ts'
import { type PriceScale, priceScaleIn } from './price-scale.ts'

/** Where each field comes from: a column of the file, by index from 0, or one value for all rows. */
export type ColumnPlan = Partial<Record<ListingField, { column: number } | { constant: string }>>

/**
 * Names that mean something else beside another column: a Portuguese distrito, a Czech kraj, a Hungarian ár, a Vietnamese
 * giá, and the 동 of Korea's register of deals, which is one of the buildings of an estate. The living space of Russian feeds,
 * beside that of the kitchen, is that of the living rooms.
 */
const BESIDE = [
  ['distrito', 'concelho', 'province'],
  ['kraj', 'okres', 'region'],
  ['kraj', 'obec', 'region'],
  ['ar', 'alapterulet', 'price'],
  ['gia', 'dientich', 'price'],
  ['동', '계약년월', '건물동'],
  ['계약일', '계약년월', 'day'],
  ['living-space.value', 'area.value', 'жилая площадь'],
  ['living area', 'kitchen area', 'жилая площадь'],
  ['area living', 'area kitchen', 'жилая площадь'],
].map(([name = '', beside = '', meant = '']) => [foldColumn(name), foldColumn(beside), meant] as const)

function clarified(header: readonly string[]): readonly string[] {
  const folded = header.map(foldColumn)
  return header.map((name, i) => {
    const rule = BESIDE.find(([each, beside]) => each === folded[i] && folded.includes(beside))
    return rule ? rule[2] : name
  })
}

/** The columns with a known name of a field, best first. */
function candidates(field: ListingField, header: readonly string[]): number[] {
  return clarified(header)
    .flatMap((name, index) => {
      const rank = rankOf(field, name)
      return rank === null ? [] : [{ index, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index)
}

/** Fewer known names than this may be words of a title. */
const FEWEST_KNOWN = 3

/** Whether a line of a file is certainly the names of its columns. */
export function hasKnownNames(header: readonly string[]): boolean {
  return LISTING_FIELDS.filter((field) => candidates(field, header).length > 0).length >= FEWEST_KNOWN
}

/** Whether names are those of a listing: of a price or a rent, and of a position. */
export function areOfListing(names: readonly string[], map: Readonly<Record<string, string>> = {}): boolean {
  const isNamed = (field: ListingField) => map[field] !== undefined && names.includes(map[field])
  const has = (field: ListingField) => candidates(field, names).length > 0 || isNamed(field)
  return (has('price') || has('rent')) && (has('point') || (has('lat') && has('lng')))
}

/** The best named columns of a latitude and a longitude; null when one is missing. */
export function pointColumns(header: readonly string[]): { lat: string; lng: string } | null {
  const [lat, lng] = (['lat', 'lng'] as const).map((field) => header[candidates(field, header)[0] ?? -1])
  return lat === undefined || lng === undefined ? null : { lat, lng }
}

/** Columns that are used only if they are filled: those of dates, and those with known names of the same field. */
export function rivalColumns(header: readonly string[]): number[] {
  const hasFeet = candidates('area_sqft', header).length > 0
  return LISTING_FIELDS.flatMap((field) => {
    const columns = candidates(field, header)
    const isBesideFeet = hasFeet && (field === 'area' || field === 'area_sqft')
    return field === 'date' || isBesideFeet || columns.length > 1 ? columns : []
  })
}

/** The columns with a name of a planned field that another column provides, by field. */
export function unusedColumns(header: readonly string[], plan: ColumnPlan): Partial<Record<ListingField, string[]>> {
  const used = new Set(Object.values(plan).map((origin) => ('column' in origin ? origin.column : -1)))
  const unused: Partial<Record<ListingField, string[]>> = {}
  for (const field of LISTING_FIELDS) {
    const others = plan[field] ? candidates(field, header).filter((column) => !used.has(column)) : []
    if (others.length > 0) unused[field] = others.map((column) => nameOfColumn(header, column))
  }
  return unused
}

/** Single words for amounts: a column with one of them in its name may be the column that was meant. */
const AMOUNT_WORDS = (['price', 'area'] as const).map(
  (field) =>
    [
      field,
      new Set(
        COLUMN_NAMES[field]
          .flat()
          .map(foldName)
          .filter((name) => !name.includes(' ')),
      ),
    ] as const,
)

/** Words for prices and rents. */
const PRICE_WORDS = new Set([...COLUMN_NAMES.price, ...COLUMN_NAMES.rent].flat().map(foldName))

/** Columns whose names say that they have prices or rents of a unit of area, or by another period than the month. */
export function pricesOfOthers(header: readonly string[]): string[] {
  return header.filter(
    (name) => basisOfColumn(name) !== null && wordsOfName(name).some((word) => PRICE_WORDS.has(word)),
  )
}

/** Columns that are not used, although their names have a word for prices or areas: "Área techada". */
export function similarColumns(header: readonly string[], plan: ColumnPlan): Partial<Record<ListingField, string[]>> {
  const used = new Set(Object.values(plan).map((origin) => ('column' in origin ? origin.column : -1)))
  const named = new Set(LISTING_FIELDS.flatMap((field) => candidates(field, header)))
  const others = header.filter((_, column) => !used.has(column) && !named.has(column))
  return Object.fromEntries(
    AMOUNT_WORDS.flatMap(([field, words]) => {
      const similar = others.filter((name) => wordsOfName(name).some((word) => words.has(word)))
      return similar.length > 0 ? [[field, similar]] : []
    }),
  )
}

function wordsOfName(name: string): string[] {
  return foldName(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(' ')
}

/** The columns with a known name of each field that several have, best first. */
export function rivalsByField(header: readonly string[]): Map<ListingField, number[]> {
  const all = LISTING_FIELDS.map((field) => [field, candidates(field, header)] as const)
  return new Map(all.filter(([, columns]) => columns.length > 1))
}

/** A column with less than this share of a rival's filled cells is not used, even if its name is better. */
const FILLED_ENOUGH = 0.1
/** Rows without one of these fields are rejected, so a better name does not justify losing half of the rows. */
const FILLED_ENOUGH_TO_KEEP = 0.5
const KEPT_BY: ReadonlySet<ListingField> = new Set(['price', 'date'])

/** A price that a seller asks, and one that a buyer paid. */
const ASKED = new Set(['asking price', 'list price', 'listing price', 'listed price', 'first price'].map(foldColumn))
const PAID = new Set(['sold price', 'close price', 'closed price', 'final price', 'sold for'].map(foldColumn))

/** The column of what was paid, if the chosen one has what was asked and no more of its cells are filled. */
function paidInPlaceOf(
  chosen: number | undefined,
  free: readonly number[],
  header: readonly string[],
  filled: ReadonlyMap<number, number>,
): number | undefined {
  const isOf = (names: ReadonlySet<string>, column: number) =>
    (header[column] ?? '').split('.').some((part) => names.has(foldColumn(part)))
  const count = filled.get(chosen ?? -1) ?? 0
  if (chosen === undefined || count === 0 || !isOf(ASKED, chosen)) return undefined
  return free.find((column) => isOf(PAID, column) && (filled.get(column) ?? 0) >= count)
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
function dayOfPrice(
  { date, price }: ColumnPlan,
  header: readonly string[],
  filled: ReadonlyMap<number, number>,
): number | undefined {
  const isOf = (names: ReadonlySet<string>, column: number) =>
    (header[column] ?? '').split('.').some((part) => names.has(foldColumn(part)))
  const isAsked = price && 'column' in price && isOf(ASKED, price.column)
  const [other, wanted] = isAsked ? [SOLD, OFFERED] : [OFFERED, SOLD]
  if (!date || !('column' in date) || !isOf(other, date.column)) return undefined
  const count = filled.get(date.column) ?? 0
  return candidates('date', header).find(
    (column) => isOf(wanted, column) && count > 0 && (filled.get(column) ?? 0) >= count,
  )
}

/** Names of areas that say nothing of a unit, nor of a home. */
const BARE_AREAS = new Set(['area', 'areas', 'size'].map(foldColumn))

/**
 * Whether the column of areas is one only called so beside one of square feet that is filled as often: in exports of American
 * listing services, it has the number of a neighbourhood.
 */
function isNumberOfPlace(
  { area, area_sqft: feet }: ColumnPlan,
  header: readonly string[],
  filled: ReadonlyMap<number, number>,
): boolean {
  if (!area || !feet || !('column' in area) || !('column' in feet)) return false
  const isBare = BARE_AREAS.has(foldColumn(header[area.column] ?? ''))
  return isBare && (filled.get(feet.column) ?? 0) >= FILLED_ENOUGH_TO_KEEP * (filled.get(area.column) ?? 0)
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
  const plan: ColumnPlan = {}
  const taken = new Set<number>()
  for (const [field, source] of Object.entries(map)) {
    if (!isListingField(field))
      throw new Error(`expected one of the fields ${LISTING_FIELDS.join(', ')}; found "${field}"`)
    const given = source.startsWith('=') ? { constant: source.slice(1) } : { column: findColumn(header, source) }
    // Its name says that its numbers are square feet.
    const isInFeet = field === 'area' && 'column' in given && isSquareFeet(header[given.column] ?? '')
    plan[isInFeet ? 'area_sqft' : field] = given
    if ('column' in given) taken.add(given.column)
  }
  for (const field of LISTING_FIELDS) {
    if (plan[field]) continue
    const isEmpty = (index: number) => field === 'date' && filled.get(index) === 0
    const free = candidates(field, header).filter((index) => !taken.has(index) && !isEmpty(index))
    const enough = KEPT_BY.has(field) ? FILLED_ENOUGH_TO_KEEP : FILLED_ENOUGH
    const most = Math.max(...free.map((index) => filled.get(index) ?? 0))
    const column = free.find((index) => (filled.get(index) ?? 0) >= enough * most)
    const paid = field === 'price' ? paidInPlaceOf(column, free, header, filled) : undefined
    if (column !== undefined) plan[field] = { column: paid ?? column }
  }
  if (map.area === undefined && isNumberOfPlace(plan, header, filled)) delete plan.area
  const day = map.date === undefined ? dayOfPrice(plan, header, filled) : undefined
  if (day !== undefined) plan.date = { column: day }
  const needsDay = isMonthBesideDay(plan, header)
  if (plan.date || !plan.year || !plan.month) {
    for (const part of ['year', 'month', 'day'] as const) {
      if (map[part] === undefined && !(part === 'day' && needsDay)) delete plan[part]
    }
  }
  // A column with both coordinates is not needed when each has its own.
  if (plan.lat && plan.lng && map.point === undefined) delete plan.point
  // Beside such a column, a single y is something else, such as what a model should predict.
  if (plan.point && !(plan.lat && plan.lng)) {
    for (const each of ['lat', 'lng'] as const) if (map[each] === undefined) delete plan[each]
  }
  const amount = plan.price ?? plan.rent
  // The user has mapped `price` to a column of weekly rents, or of prices per m².
  const basis = amount && 'column' in amount ? basisOfColumn(header[amount.column] ?? '') : null
  if (basis !== null && !plan.price_period && !(plan.price && plan.rent)) plan.price_period = { constant: basis }
  if (map.currency === undefined) {
    const stated = amount && 'column' in amount ? currencyOfColumn(header[amount.column] ?? '') : null
    // A sign such as $ has several meanings, and a column of currencies says which.
    if (stated !== null && !(plan.currency && isAmbiguousSign(stated))) plan.currency = { constant: stated }
  }
  if (plan.area && 'column' in plan.area && !plan.area_unit) {
    const unit = areaUnitOfColumn(header[plan.area.column] ?? '')
    if (unit !== null) plan.area_unit = { constant: unit }
  }
  return plan
}

/**
 * The scale of the columns of prices and rents (thousands and the like), if their names or the `units` below these state
 * it.
 */
export function scaleOfPrices(
  plan: ColumnPlan,
  header: readonly string[],
  units: readonly (string | null)[] = [],
): Partial<Record<'price' | 'rent', PriceScale>> {
  const scales: Partial<Record<'price' | 'rent', PriceScale>> = {}
  for (const field of ['price', 'rent'] as const) {
    const origin = plan[field]
    if (!origin || !('column' in origin)) continue
    const names = [units[origin.column], header[origin.column]]
    const scale = names.map((name) => priceScaleIn(name ?? '').scale).find((each) => each !== null)
    if (scale) scales[field] = scale
  }
  return scales
}

/** Whether the names of the columns say that coordinates are metres of Web Mercator (EPSG:3857). */
export function isInWebMercator({ lat, lng, point }: ColumnPlan, header: readonly string[]): boolean {
  const origins = lat || lng ? [lat, lng] : [point]
  return origins.every((origin) => origin && 'column' in origin && isWebMercator(header[origin.column] ?? ''))
}

/** Whether dates are months, as 202408, with their days in a column of their own, as in Korea’s register of deals. */
export function isMonthBesideDay({ date, day }: ColumnPlan, header: readonly string[]): boolean {
  if (!date || !day || !('column' in date) || !('column' in day)) return false
  return foldColumn(header[date.column] ?? '') === foldColumn('계약년월')
}

/** Whether each row can have a date. */
export function hasDates({ date, year, month }: ColumnPlan): boolean {
  return date !== undefined || (year !== undefined && month !== undefined)
}

function isListingField(text: string): text is ListingField {
  return (LISTING_FIELDS as readonly string[]).includes(text)
}

/** A column's name for people; the second column named `price` is `price (2)`, and the third without a name `column 3`. */
export function nameOfColumn(header: readonly string[], column: number): string {
  const name = header[column] ?? ''
  if (name === '') return `column ${column + 1}`
  const count = header.slice(0, column).filter((other) => other === name).length + 1
  return count > 1 ? `${name} (${count})` : name
}

function findColumn(header: readonly string[], name: string): number {
  const names = header.map((_, column) => nameOfColumn(header, column))
  const exact = [header.indexOf(name), names.indexOf(name), header.map(foldColumn).indexOf(foldColumn(name))]
  const column = exact.find((index) => index >= 0)
  if (column === undefined) throw new Error(`expected one of the columns ${names.join(', ')}; found "${name}"`)
  return column
}
