import { VARCHAR } from '@duckdb/node-api'
import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import type { ColumnPlan } from '../../columns/known-columns.ts'
import type { ListingField } from '../../columns/listing-fields.ts'
import { meaningOf } from '../../values/word-meanings.ts'

/** Columns that number sales. (A `doc_no` and a `deed` can be those of a whole book.) */
const SALE_ID =
  /^(?:id (?:mutation|vente|transaction)|(?:sale|sales|transaction|mutation|deal) (?:id|no|nr|num|number|identifier|reference))$/
/** France's register as the tax administration publishes it has no number of a sale, but all of these. */
const OF_FRANCE = ['no disposition', 'date mutation', 'valeur fonciere', 'code commune', 'code voie'] as const
/** Numbers that fewer rows than these have on average are of sales, and not of their kinds. */
const MOST_ROWS_A_SALE = 5
/** What tells two homes of a sale apart. */
const OF_HOMES = ['area', 'area_sqft', 'rooms', 'property_type', 'lat', 'lng', 'point'] as const
/** Types that are sold along with a home. */
const ADDITIONS: ReadonlySet<string> = new Set(['garage', 'land'])

/**
 * Sets rows aside that have the number, the day and the price of another row: the price is that of the sale, not of each
 * home in it. A sale of one home with garages or land is that of the home.
 */
export async function setJointSalesAside(
  session: DuckSession,
  header: readonly string[],
  plan: ColumnPlan,
): Promise<void> {
  const key = keyOfSales(header)
  const price = cellOf(plan, 'price')
  if (key === null || price === null) return
  const numbered = `SELECT n, ${key} AS sale, ${price} AS price, ${cellOf(plan, 'date') ?? "''"} AS day,
    ${cellOf(plan, 'property_type') ?? "''"} AS type, concat_ws(chr(31), ${unitOf(plan)}) AS unit
    FROM raw ANTI JOIN set_aside USING (n) WHERE ${key} <> '' AND ${price} <> ''`
  const [counts] = await session.rows<{ rows: number; sales: number }>(
    `SELECT count(*)::DOUBLE AS rows, count(DISTINCT sale)::DOUBLE AS sales FROM (${numbered})`,
  )
  if (!counts || counts.sales === counts.rows || counts.sales * MOST_ROWS_A_SALE < counts.rows) return
  await fillAdditions(session, numbered)
  await session.run(
    `INSERT INTO set_aside
    WITH row_of_sale AS (
      SELECT sale, price, day, n, unit, type IN (SELECT word FROM listing_word WHERE field = 'addition') AS is_addition
      FROM (${numbered})
    ), joint AS (
      SELECT
        sale, price, day, count(DISTINCT unit) AS units, count(DISTINCT unit) FILTER (NOT is_addition) AS homes
      FROM row_of_sale GROUP BY ALL HAVING units > 1
    )
    SELECT n, CASE WHEN homes <> 1 THEN $reason END
    FROM row_of_sale JOIN joint USING (sale, price, day) WHERE homes <> 1 OR is_addition`,
    { reason: 'price of several homes together' },
  )
}

/** The SQL of what identifies a sale in a row; null where no column does. */
function keyOfSales(header: readonly string[]): string | null {
  const folded = header.map(foldName)
  const id = folded.findIndex((name) => SALE_ID.test(name))
  if (id >= 0) return `present(c${id}::VARCHAR)`
  const parts = OF_FRANCE.map((name) => folded.indexOf(name))
  if (parts.includes(-1)) return null
  return `concat_ws(chr(31), ${parts.map((column) => `coalesce(present(c${column}::VARCHAR), '')`).join(', ')})`
}

function cellOf(plan: ColumnPlan, field: ListingField): string | null {
  const origin = plan[field]
  return origin && 'column' in origin ? `present(c${origin.column}::VARCHAR)` : null
}

function unitOf(plan: ColumnPlan): string {
  const cells = OF_HOMES.flatMap((field) => cellOf(plan, field) ?? [])
  return cells.map((cell) => `coalesce(${cell}, '')`).join(', ')
}

async function fillAdditions(session: DuckSession, numbered: string): Promise<void> {
  const types = await session.rows<{ type: string }>(`SELECT DISTINCT type FROM (${numbered}) WHERE type <> ''`)
  const words = await session.append('listing_word', [VARCHAR, VARCHAR, VARCHAR])
  for (const { type } of types) {
    if (ADDITIONS.has(meaningOf('property_type', type) ?? '')) words.add(['addition', type, 'yes'])
  }
  words.close()
}
