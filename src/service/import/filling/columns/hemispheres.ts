import type { DuckSession } from '../../../storage/duck-session.ts'
import { type ColumnPlan, nameOfColumn } from '../../columns/known-columns.ts'
import { glanceAt } from './glance.ts'

/** Names such as `lng_dir`, `longitude ref`, `EW` and `hemisphere`; which way a flat looks has the same letters. */
const NAME = /hemisph|(?:lat|latitude|lng|lon|long|longitude)[ _.-]?(?:dir|direction|ref|ns|ew|sign)$|^(?:n_?s|e_?w)$/i
const SIDE = /^(?:[nsewo]|north|south|east|west)$/i
const NEGATIVE_SIDE = /^[swo]/i

/**
 * Throws where a column of its own says on which side of the equator or of Greenwich positions without a sign lie: read
 * without it, New York would lie in Kyrgyzstan.
 */
export async function refuseHemispheres(
  session: DuckSession,
  header: readonly string[],
  { lat, lng }: ColumnPlan,
): Promise<void> {
  const named = [...header.keys()].filter((column) => NAME.test(header[column]?.trim() ?? ''))
  if (named.length === 0) return
  const glance = await glanceAt(session, header)
  const textsOf = (column: number) => [...(glance.get(column) ?? [])]
  const positions = [lat, lng].flatMap((origin) => (origin && 'column' in origin ? textsOf(origin.column) : []))
  if (positions.some((text) => /^\s*-|[a-z]/i.test(text))) return
  const column = named.find((each) => {
    const texts = textsOf(each)
    return texts.every((text) => SIDE.test(text)) && texts.some((text) => NEGATIVE_SIDE.test(text))
  })
  if (column === undefined) return
  throw new Error(
    `expected degrees with a minus south of the equator and west of Greenwich, found the side in "${nameOfColumn(header, column)}"; nothing was imported. Write it beside the number, as in -73.98 or 73.98 W`,
  )
}
