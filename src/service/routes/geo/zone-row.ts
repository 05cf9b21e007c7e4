import type { Ancestor, CountryRow, ParentEcho, ZoneRow } from '../../../contract/geo.ts'
import { PATH_PREFIX } from '../../../contract/limits.ts'
import type { PlaceBook } from '../../places/place-store.ts'
import { displayName, type Place } from '../../places/place-tree.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'

/** The `h3_res` of a zone without cells of its own. */
const FINEST_RES = 8

/** Rows that are made in one step, which takes some milliseconds: what is known of a place is read when it is first listed. */
const STEP = 10

/** Places as rows of a list, made in steps. */
export function* placeRows(
  deps: ServiceDeps,
  book: PlaceBook,
  places: readonly Place[],
): Generator<void, (CountryRow | ZoneRow)[]> {
  const rows: (CountryRow | ZoneRow)[] = []
  for (const place of places) {
    rows.push(placeRow(deps, book, place))
    if (rows.length % STEP === 0) yield
  }
  return rows
}

/** A place as a row of a list. */
function placeRow(deps: ServiceDeps, book: PlaceBook, place: Place): CountryRow | ZoneRow {
  const { level } = place
  return level === 'country' ? countryRow(deps, place) : zoneRow(deps, book, { ...place, level })
}

function countryRow({ heldCells }: ServiceDeps, { geo_id, country }: Place): CountryRow {
  const prices_available = heldCells.current()?.countries.has(country) ?? false
  return { kind: 'country', geo_id, name: geo_id, level: 'country', country, prices_available }
}

/** A zone as a row of a list. */
function zoneRow({ signals }: ServiceDeps, book: PlaceBook, zone: Place & { level: ZoneRow['level'] }): ZoneRow {
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
    ...signals.of(book, geo_id),
    reports_available: false,
  }
}

/** The given places as rows; countries are left out. */
export function zoneRows(deps: ServiceDeps, book: PlaceBook, places: readonly Place[]): ZoneRow[] {
  return places.flatMap((place) => {
    const { level } = place
    return level === 'country' ? [] : [zoneRow(deps, book, { ...place, level })]
  })
}

/** The echo of `parent`. */
export function parentEchoOf(place: Place): ParentEcho {
  const { geo_id, level, country } = place
  return { geo_id, name: displayName(place), level, country }
}
