import { foldName } from '../../../domain/names/fold-name.ts'
import { COLUMN_NAMES } from './column-names.ts'
import { LISTING_FIELDS, type ListingField } from './listing-fields.ts'
import { foldColumn, isWebMercator, rankOf } from './name-ranks.ts'
import { basisOfColumn } from './price-basis.ts'
import { type PriceScale, priceScaleIn } from './price-scale.ts'

/** Where each field comes from: a column of the file, by index from 0, or one value for all rows. */
export type ColumnPlan = Partial<Record<ListingField, Origin>>
type Origin = { column: number } | { constant: string }

/** The column that a field comes from; null for a constant, and for a field that is not planned. */
export function columnOf(origin: Origin | undefined): number | null {
  return origin && 'column' in origin ? origin.column : null
}

/** The columns that some field comes from. */
export function usedColumns(plan: ColumnPlan): ReadonlySet<number> {
  return new Set(Object.values(plan).flatMap((origin) => columnOf(origin) ?? []))
}

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
export function namedColumns(field: ListingField, header: readonly string[]): number[] {
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
  return LISTING_FIELDS.filter((field) => namedColumns(field, header).length > 0).length >= FEWEST_KNOWN
}

/** Whether names are those of a listing: of a price or a rent, and of a position. */
export function areOfListing(names: readonly string[], map: Readonly<Record<string, string>> = {}): boolean {
  const isNamed = (field: ListingField) => map[field] !== undefined && names.includes(map[field])
  const has = (field: ListingField) => namedColumns(field, names).length > 0 || isNamed(field)
  return (has('price') || has('rent')) && (has('point') || (has('lat') && has('lng')))
}

/** The best named columns of a latitude and a longitude; null when one is missing. */
export function pointColumns(header: readonly string[]): { lat: string; lng: string } | null {
  const [lat, lng] = (['lat', 'lng'] as const).map((field) => header[namedColumns(field, header)[0] ?? -1])
  return lat === undefined || lng === undefined ? null : { lat, lng }
}

/** Columns that are used only if they are filled: those of dates, and those with known names of the same field. */
export function rivalColumns(header: readonly string[]): number[] {
  const hasFeet = namedColumns('area_sqft', header).length > 0
  return LISTING_FIELDS.flatMap((field) => {
    const columns = namedColumns(field, header)
    const isBesideFeet = hasFeet && (field === 'area' || field === 'area_sqft')
    return field === 'date' || isBesideFeet || columns.length > 1 ? columns : []
  })
}

/** The columns with a name of a planned field that another column provides, by field. */
export function unusedColumns(header: readonly string[], plan: ColumnPlan): Partial<Record<ListingField, string[]>> {
  const used = usedColumns(plan)
  const unused: Partial<Record<ListingField, string[]>> = {}
  for (const field of LISTING_FIELDS) {
    const others = plan[field] ? namedColumns(field, header).filter((column) => !used.has(column)) : []
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
  const used = usedColumns(plan)
  const named = new Set(LISTING_FIELDS.flatMap((field) => namedColumns(field, header)))
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
  const all = LISTING_FIELDS.map((field) => [field, namedColumns(field, header)] as const)
  return new Map(all.filter(([, columns]) => columns.length > 1))
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
    const column = columnOf(plan[field])
    if (column === null) continue
    const names = [units[column], header[column]]
    const scale = names.map((name) => priceScaleIn(name ?? '').scale).find((each) => each !== null)
    if (scale) scales[field] = scale
  }
  return scales
}

/** Whether the names of the columns say that coordinates are metres of Web Mercator (EPSG:3857). */
export function isInWebMercator({ lat, lng, point }: ColumnPlan, header: readonly string[]): boolean {
  const columns = (lat || lng ? [lat, lng] : [point]).map(columnOf)
  return columns.every((column) => column !== null && isWebMercator(header[column] ?? ''))
}

/** Whether dates are months, as 202408, with their days in a column of their own, as in Korea’s register of deals. */
export function isMonthBesideDay({ date, day }: ColumnPlan, header: readonly string[]): boolean {
  const column = columnOf(date)
  if (column === null || columnOf(day) === null) return false
  return foldColumn(header[column] ?? '') === foldColumn('계약년월')
}

const QUARTER =
  /^(?:(?:sale|sold|listing|transaction) )?(?:quarter|qtr)(?: (?:of (?:sale|(?:the )?year)|sold|no|number))?$|^(?:trimestre|trimestru|quartal|kwartal|kvartal|ctvrtleti|ceyrek|negyedev|квартал|四半期|季度|분기)$/
const WEEK =
  /^(?:(?:iso|sale|sold|listing|calendar) )?week(?: (?:of (?:sale|(?:the )?year)|sold|no|nr|number))?$|^(?:semana|semaine|woche|kalenderwoche|kw|settimana|tydzien|tyden|saptamana|hafta|uke|uge|vecka|setmana)$/

/** Whether a column with this name has quarters or weeks, whose numbers are not those of months. */
export function partOfYear(name: string): 'quarter' | 'week' | null {
  const folded = foldName(wordsOfName(name).join(' ')).normalize('NFC')
  return QUARTER.test(folded) ? 'quarter' : WEEK.test(folded) ? 'week' : null
}

/** Whether each row can have a date. */
export function hasDates({ date, year, month }: ColumnPlan): boolean {
  return date !== undefined || (year !== undefined && month !== undefined)
}

/** A column's name for people; the second column named `price` is `price (2)`, and the third without a name `column 3`. */
export function nameOfColumn(header: readonly string[], column: number): string {
  const name = header[column] ?? ''
  if (name === '') return `column ${column + 1}`
  const count = header.slice(0, column).filter((other) => other === name).length + 1
  return count > 1 ? `${name} (${count})` : name
}
