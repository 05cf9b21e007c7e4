import { BIGINT, VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { areOfListing, type ColumnPlan } from '../../columns/known-columns.ts'
import type { ListingField } from '../../columns/listing-fields.ts'
import { foldColumn, rankOf } from '../../columns/name-ranks.ts'
import type { RawFile } from '../../file/raw/raw-file.ts'

/** A column of positions with more different texts than this does not repeat names. */
const MOST_TEXTS = 100
/** Text that begins with a digit of any script, or has decimals, is a position; a name can be lat_wgs84. */
const POSITION = String.raw`^[\s+-]*[0-9٠-٩۰-۹०-९๐-๙０-９]|[0-9٠-٩۰-۹०-९๐-๙０-９][.,٫．][0-9٠-٩۰-۹०-९๐-๙０-９]`

type Cells = readonly (string | null)[]

/**
 * Sets rows aside that repeat the names of the columns, as in files that were appended to one another. Throws where the
 * names are in another order than in the header: the rows below them would be read under the wrong names.
 */
export async function setNamesAside(session: DuckSession, raw: RawFile, plan: ColumnPlan): Promise<void> {
  const position = plan.lat ?? plan.point
  if (!position || !('column' in position)) return
  const place = `c${position.column}::VARCHAR`
  const cells = `[${raw.header.map((_, column) => `c${column}::VARCHAR`).join(', ')}] AS cells`
  const own = raw.header[position.column] ?? ''
  const texts = await session.rows<{ text: string; cells: Cells }>(
    `SELECT ${place} AS text, arg_min(cells, n) AS cells FROM (SELECT n, c${position.column}, ${cells} FROM raw ANTI JOIN set_aside USING (n)
      WHERE ${place} <> '' AND (${place} = $own OR NOT regexp_matches(${place}, '${POSITION}')))
    GROUP BY text ORDER BY min(n) LIMIT ${MOST_TEXTS}`,
    { own },
  )
  const repeats = repeatedNames(raw.header, plan)
  const aside = await session.append('set_aside', [BIGINT, VARCHAR])
  for (const { text } of texts.filter((each) => each.text === own || areOfListing(each.cells.map(named)))) {
    const rows = `SELECT n, ${cells} FROM raw ANTI JOIN set_aside USING (n) WHERE ${place} = $text ORDER BY n`
    for await (const chunk of session.chunks(rows, { text })) {
      for (const [n, { items }] of chunk.getRows() as [bigint, { items: Cells }][]) {
        const moved = repeats(items.map(named), n === 1n)
        if (moved === null) continue
        if (moved !== 'none') {
          throw new Error(
            `expected the columns of the header throughout, found other ones from line ${raw.lineOf(Number(n))} on ("${items[moved]}" in place of "${raw.header[moved]}"); nothing was imported. Save those rows as a file of their own`,
          )
        }
        aside.add([n, 'names of the columns, not a listing'])
      }
    }
  }
  aside.close()
}

function named(cell: string | null): string {
  return cell ?? ''
}

/**
 * Returns a function that tells whether a row repeats the names of the columns. It returns null if not, `none` if the names
 * are those of the header, and otherwise the first used column whose name differs. A first row may have the names in
 * another language; these may then be repeated, too.
 */
function repeatedNames(header: readonly string[], plan: ColumnPlan) {
  const fields = new Map<number, ListingField[]>()
  for (const [field, origin] of Object.entries(plan) as [ListingField, NonNullable<ColumnPlan[ListingField]>][]) {
    if ('column' in origin) fields.set(origin.column, [...(fields.get(origin.column) ?? []), field])
  }
  const used = [...fields.keys()]
  const all = new Set(header.map(foldColumn))
  const accepted = [header]
  const isOfAnother = (column: number, name: string) => {
    const has = (inColumn: boolean) =>
      used.some(
        (each) => (each === column) === inColumn && fields.get(each)?.some((field) => rankOf(field, name) !== null),
      )
    return has(false) && !has(true)
  }
  return (names: readonly string[], isFirst: boolean): number | 'none' | null => {
    const folded = names.map(foldColumn)
    const moved = used.find((column) => !accepted.some((each) => foldColumn(each[column] ?? '') === folded[column]))
    if (moved === undefined) return 'none'
    if (!areOfListing(names) && !used.every((column) => all.has(folded[column] ?? ''))) return null
    if (!isFirst || used.some((column) => isOfAnother(column, names[column] ?? ''))) return moved
    accepted.push(names)
    return 'none'
  }
}
