import { VARCHAR } from '@duckdb/node-api'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn } from '../../columns/known-columns.ts'
import { foldColumn } from '../../columns/name-ranks.ts'

const FLOOR_AREAS = new Set(['延床面積', 'total floor area'].map(foldColumn))
const OTHER_AREAS = new Set(['面積', 'area'].map(foldColumn))
/** 宅地(土地と建物), a house with its land. */
const WITH_LAND = "regexp_matches($type, '(?i)土地と建物|land and building')"

/** The columns of a file that has areas of houses in one, and those of flats and land in another. */
interface AreasByType {
  readonly floor: number
  readonly other: number
  readonly type: number
}

/**
 * Japan's register of deals has the land of a house in the column that has the area of a flat, and the area of the house in
 * one of its own. Returns these columns and adds a note; null for other files.
 */
export async function areasByType(
  session: DuckSession,
  header: readonly string[],
  plan: ColumnPlan,
  map: Readonly<Record<string, string>>,
): Promise<AreasByType | null> {
  const indexOf = (names: ReadonlySet<string>) => header.findIndex((name) => names.has(withoutMetres(name)))
  const [floor, other] = [indexOf(FLOOR_AREAS), indexOf(OTHER_AREAS)]
  const type = plan.property_type && 'column' in plan.property_type ? plan.property_type.column : -1
  if (map.area !== undefined || !plan.area || floor < 0 || other < 0 || type < 0) return null
  const withLand = WITH_LAND.replace('$type', `c${type}::VARCHAR`)
  const [house] = await session.rows(`SELECT 1 AS found FROM raw WHERE ${withLand} LIMIT 1`)
  if (!house) return null
  const [houses, others] = [floor, other].map((column) => nameOfColumn(header, column))
  const note = await session.append('note', [VARCHAR])
  note.add([`areas of houses with land are those of column "${houses}", and others those of "${others}"`])
  note.close()
  return { floor, other, type }
}

/** The area of a row, as SQL; `textIn` is the text of a column. */
export function areaByType({ floor, other, type }: AreasByType, textIn: (column: number) => string): string {
  const withLand = WITH_LAND.replace('$type', textIn(type))
  return `CASE WHEN coalesce(${withLand}, false) THEN ${textIn(floor)} ELSE coalesce(${textIn(other)}, ${textIn(floor)}) END`
}

function withoutMetres(name: string): string {
  return foldColumn(name).replace(/m2$/, '')
}
