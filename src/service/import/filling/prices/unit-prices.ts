import { rollup } from 'd3-array'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { SQUARE_FOOT } from '../../columns/area-units.ts'
import { type ColumnPlan, nameOfColumn, usedColumns } from '../../columns/known-columns.ts'
import { glanceAt } from '../columns/glance.ts'
import unitPricesSql from './unit-prices.sql?raw'

/** The word in a column's name for a power of ten that its prices count. */
const COUNTED: Readonly<Record<number, string>> = { 3: 'thousands', 4: '万', 5: 'lakh', 6: 'millions' }
/** Fewer rows may fit by chance. */
const FEWEST = 3
const ALMOST_ALL = 0.9

interface Fit {
  readonly power: number
  readonly is_unit: boolean
}

/**
 * Throws if another column shows that the prices are per m² or square foot (times the area, they give the other column), or
 * that they count thousands or more (times the area, the other column gives them in full).
 */
export async function refuseUnitPrices(
  session: DuckSession,
  header: readonly string[],
  plan: ColumnPlan,
  map: Readonly<Record<string, string>>,
): Promise<void> {
  const field = plan.price ? 'price' : 'rent'
  const price = plan[field]
  if (!price || !('column' in price) || field in map || !(plan.area ?? plan.area_sqft)) return
  const used = usedColumns(plan)
  const glance = await glanceAt(session, header)
  const amounts = [...glance].flatMap(([column, texts]) =>
    used.has(column) || texts.size === 0 || ![...texts].every(isAmount) ? [] : [column],
  )
  for (const column of await columnsThatMayFit(session, amounts)) {
    const sql = unitPricesSql.replaceAll('other_column', `c${column}`)
    const [fit] = await session.rows<Fit>(sql, { fewest: FEWEST, almost_all: ALMOST_ALL })
    if (fit) refuse(fit, field, nameOfColumn(header, price.column), nameOfColumn(header, column))
  }
}

/** Rows that show which columns cannot fit. */
const SAMPLE = 200
/** Fewer rows with a number, of a file with more rows than the sample, do not show it. */
const FEW = 20
/** Far below the share that has to fit. */
const HALF = 0.5

/** The columns that may fit by the first rows: one query for all of them, because files can have two thousand. */
async function columnsThatMayFit(session: DuckSession, columns: readonly number[]): Promise<number[]> {
  if (columns.length === 0) return []
  const rows = await session.rows<{ price: number; area: number; cells: (string | null)[] }>(
    `SELECT price, area, [${columns.map((column) => `c${column}::VARCHAR`).join(', ')}] AS cells
    FROM judged JOIN raw USING (n) WHERE reason IS NULL AND area > 0 LIMIT ${SAMPLE}`,
  )
  return columns.filter((_, i) => {
    const fits = rows.flatMap(({ price, area, cells }) => {
      const other = Number(cells[i]?.replace(/[^0-9.]/g, ''))
      return other > 0 ? [waysToFit(price, area, other)] : []
    })
    if (rows.length === SAMPLE && fits.length < FEW) return true
    const most = Math.max(
      0,
      ...rollup(
        fits.flat(),
        (each) => each.length,
        (way) => way,
      ).values(),
    )
    return most >= HALF * fits.length && most >= FEWEST
  })
}

/** How a row's numbers fit one another, as the query finds it. */
function waysToFit(price: number, area: number, other: number): string[] {
  return [area, area / Number(SQUARE_FOOT)].flatMap((size) =>
    [(price * size) / other, (other * size) / price].flatMap((ratio, i) => {
      const power = Math.round(Math.log10(ratio))
      const isPower = (power >= 3 && power <= 6) || (power === 0 && i === 0)
      return isPower && Math.abs(Math.log10(ratio) - power) < 0.01 ? [`${size === area} ${i} ${power}`] : []
    }),
  )
}

function isAmount(text: string): boolean {
  return /^\D{0,4}\d[\d., ]*\D{0,8}$/.test(text)
}

function refuse({ power, is_unit }: Fit, field: 'price' | 'rent', price: string, other: string): never {
  const counted = COUNTED[power]
  if (is_unit) {
    const named = counted ? `; "${other}" is in ${counted}, so call it "${other} (${counted})" in the file` : ''
    throw new Error(
      `expected prices of homes, found prices per unit of area in "${price}": multiplied by the area, they give "${other}"; nothing was imported. Name the column of prices with --map "${field}=${other}"${named}`,
    )
  }
  throw new Error(
    `expected prices in full, found "${price}" in ${counted}: "${other}" multiplied by the area gives it in full; nothing was imported. Say so in the name of the column, such as "${price} (${counted})"`,
  )
}
