import { PATH_PREFIX } from '../../../contract/limits.ts'
import type { Ancestor, CountryRow, ParentEcho, ZoneRow } from '../../../contract/service/geo.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import type { PlaceBook } from '../../places/place-store.ts'
import { displayName, type Place } from '../../places/place-tree.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'

/** The `h3_res` of a zone without cells of its own. */
const FINEST_RES = 8

/** Rows that are made in one turn, which takes some milliseconds. */
const ROWS_PER_TURN = 10

/** Places as rows of a list, made in turns. Rejects with `Gone` once the signal is aborted. */
export async function placeRows(
  deps: ServiceDeps,
  book: PlaceBook,
  places: readonly Place[],
  signal?: AbortSignal,
): Promise<(CountryRow | ZoneRow)[]> {
  const rows: (CountryRow | ZoneRow)[] = []
  for (const place of places) {
    if (rows.length % ROWS_PER_TURN === 0) await nextTurn(signal)
    const { level } = place
    rows.push(level === 'country' ? countryRow(deps, place) : await zoneRow(deps, book, { ...place, level }))
  }
  return rows
}

function countryRow({ heldCells }: ServiceDeps, { geo_id, country }: Place): CountryRow {
  const prices_available = heldCells.current()?.countries.has(country) ?? false
  return { kind: 'country', geo_id, name: geo_id, level: 'country', country, prices_available }
}

/** A zone as a row of a list. */
async function zoneRow(
  { signals }: ServiceDeps,
  book: PlaceBook,
  zone: Place & { level: ZoneRow['level'] },
): Promise<ZoneRow> {
  const { geo_id, name, level, country, h3_res } = zone
  return {
    kind: 'zone',
    geo_id,
    name,
    level,
    country,
    ancestors: book.tree.ancestors(zone) satisfies Ancestor[],
    h3_res: h3_res ?? FINEST_RES,
    hexes_url: `${PATH_PREFIX}/geo/${geo_id}/hexes`,
    ...(await signals.of(book, geo_id)),
    reports_available: false,
  }
}

/** The given places as rows; countries are left out. */
export async function zoneRows(deps: ServiceDeps, book: PlaceBook, places: readonly Place[]): Promise<ZoneRow[]> {
  const rows = await placeRows(deps, book, places)
  return rows.filter((row) => row.kind === 'zone')
}

/** The echo of `parent`. */
export function parentEchoOf(place: Place): ParentEcho {
  const { geo_id, level, country } = place
  return { geo_id, name: displayName(place), level, country }
}
