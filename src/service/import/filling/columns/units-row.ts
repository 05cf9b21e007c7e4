import { BIGINT, VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { AREA_UNITS } from '../../columns/area-units.ts'
import { areOfListing, type ColumnPlan } from '../../columns/known-columns.ts'
import { currencyOfColumn } from '../../columns/name-ranks.ts'
import { basisOfColumn, isByMonth } from '../../columns/price-basis.ts'
import { priceScaleIn } from '../../columns/price-scale.ts'
import { CURRENCY_WORDS } from '../../values/currency-words.ts'

const AREAS: ReadonlySet<string> = new Set(AREA_UNITS.map(([word]) => word))
const CURRENCIES: ReadonlySet<string> = new Set(CURRENCY_WORDS.map(([word]) => word))
/** Digits of a word: `kWh/m2`, `EPSG:4326`, `WGS 84`. (A lookbehind for it would read long numbers in quadratic time.) */
const IN_WORDS = /(?:\p{L}|:|\bwgs )\p{Nd}+/giu

/**
 * The units that stand below the names of columns (`€`, `m²`, `'000`), by column, and sets their row aside; none when the
 * first row is another.
 */
export async function setUnitsAside(
  session: DuckSession,
  header: readonly string[],
  plan: ColumnPlan,
): Promise<readonly (string | null)[]> {
  const cells = [...header.keys()].map((column) => `c${column}::VARCHAR`)
  const [first] = await session.rows<{ cells: (string | null)[] }>(
    `SELECT list_transform([${cells.join(', ')}], lambda cell: present(cell)) AS cells FROM raw WHERE n = 1`,
  )
  const units = (first?.cells ?? []).map((cell) => cell?.replace(/^[[(](.*)[\])]$/, '$1').trim() ?? null)
  const filled = units.filter((unit) => unit !== null)
  const isBelow = (origin: ColumnPlan['price']) => origin && 'column' in origin && isUnit(units[origin.column] ?? '')
  const measured = [plan.price, plan.rent, plan.area, plan.area_sqft]
  const isOfUnits = measured.some(isBelow) && filled.every((unit) => isUnit(unit) || !hasNumber(unit))
  if (!isOfUnits || areOfListing(filled)) return []
  const aside = await session.append('set_aside', [BIGINT, VARCHAR])
  aside.add([1n, 'units of the columns, not a listing'])
  aside.close()
  return units
}

/** The units of other columns can be any text (`°`, `n`, `TT.MM.JJJJ`), so only a number shows that a row is a listing. */
function hasNumber(text: string): boolean {
  return /\p{Nd}/u.test(text.replace(IN_WORDS, ''))
}

function isUnit(text: string): boolean {
  if (AREAS.has(areaWord(text)) || CURRENCIES.has(text.toUpperCase())) return true
  if (!hasNumber(text) && (isByMonth(text) || basisOfUnit(text) !== null)) return true
  const { scale, rest } = priceScaleIn(text)
  return scale !== null && (rest === '' || CURRENCIES.has(rest.replace(/[\s()]/g, '').toUpperCase()))
}

/** What €/Jahr and £ pw say of the prices above them. */
function basisOfUnit(text: string) {
  return basisOfColumn(`price ${text}`)
}

function basisOrMonth(unit: string) {
  return basisOfUnit(unit) ?? (isByMonth(unit) ? 'monthly' : null)
}

/**
 * What rents are for, where that is not the month, in a file that has prices of sales in another column: its name or the
 * unit below it says so. A column of periods says it better.
 */
export function basisOfRents(
  { price, rent, price_period }: ColumnPlan,
  header: readonly string[],
  units: readonly (string | null)[],
): string | null {
  if (!price || !rent || !('column' in rent) || price_period) return null
  return basisOfUnit(units[rent.column] ?? '') ?? basisOfColumn(header[rent.column] ?? '')
}

/** As the macro `unit_word` writes it. */
function areaWord(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0\u202f._-]/g, '')
}

/** The plan with the unit of areas, and the currency and the period of prices, that stand below their columns. */
export function withUnits(
  plan: ColumnPlan,
  units: readonly (string | null)[],
  map: Readonly<Record<string, string>>,
): ColumnPlan {
  const unitOf = (origin: ColumnPlan['price']) => (origin && 'column' in origin ? units[origin.column] : null)
  const area = unitOf(plan.area)
  const price = unitOf(plan.price ?? plan.rent)
  const currency = price ? currencyOfColumn(`price (${price})`) : null
  const basis = price ? basisOrMonth(price) : null
  return {
    ...plan,
    ...(area && AREAS.has(areaWord(area)) && !plan.area_unit && { area_unit: { constant: area } }),
    ...(basis !== null && !plan.price_period && !(plan.price && plan.rent) && { price_period: { constant: basis } }),
    ...(currency !== null && !plan.currency && !('currency' in map) && { currency: { constant: currency } }),
  }
}
