import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { type ClassScale, classScale } from '../../contract/class-scale.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { receivedPlaces } from '../../contract/service/geo.ts'
import { cellCenter, type LatLng } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import type { GeoId } from '../../domain/place.ts'
import { scaleCell } from '../../domain/scale-point.ts'
import { isCountryId } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'
import { editionPath, editionQuery } from '../tiles/editions.ts'

/** The request: the classes at a point; `held` describes the figures behind them, as far as the page knows. */
export interface ScaleWanted {
  readonly name: EditionName
  readonly metric: Metric
  readonly point: LatLng
  readonly held: number | 'unknown'
}

/** How long to wait before asking again, while the answer may change; milliseconds. */
const RETRY_MS = 20_000

/** What all queries for classes begin with. */
export const SCALE_KEY = ['scale'] as const

/** Query for the classes that the proxy gives every reader at a point (free); disabled for null. */
export function scaleOptions(wanted: ScaleWanted | null) {
  const address = wanted === null ? '' : scaleAddress(wanted)
  return queryOptions({
    queryKey: [...SCALE_KEY, address, wanted?.held],
    queryFn: wanted === null ? skipToken : ({ signal }) => getParsed(address, classScale, signal),
    refetchInterval: (query) => retryPause(query) || (mayChange(query.state.data) ? RETRY_MS : false),
  })
}

/** Anybody's purchase may bring a territory its own classes, or better ones. */
function mayChange(scale: ClassScale | undefined): boolean {
  if (scale?.kind === 'territory') return scale.provisional || scale.stands_in
  return scale?.why === 'unavailable' || scale?.why === 'nothing_held'
}

/** Asks again for the classes on the page that a purchase of this page may have changed. */
export async function reviewScales(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    queryKey: SCALE_KEY,
    predicate: ({ state }) => mayChange(state.data as ClassScale | undefined),
  })
}

function scaleAddress({ name, metric, point }: ScaleWanted): string {
  const { lat, lng } = cellCenter(scaleCell(point, name.resolution))
  const query = new URLSearchParams(editionQuery(name, null))
  query.set('lat', lat.toFixed(4))
  query.set('lng', lng.toFixed(4))
  return `/api/scales/${editionPath(name)}/${metric}?${query}`
}

/** Query for the name, level and country of a place by its geo_id alone (free); null when the service does not know it. */
export function namedPlaceOptions(geoId: GeoId | null) {
  return queryOptions({
    queryKey: ['geo', 'name', geoId],
    meta: { part: () => t('the names of places') },
    queryFn: geoId === null ? skipToken : ({ signal }) => findNamed(geoId, signal),
    staleTime: 30 * 60_000,
  })
}

async function findNamed(geoId: GeoId, signal: AbortSignal) {
  // A country's name is its code (interface section 2.2), also where the service names none of its places.
  if (isCountryId(geoId)) return { geo_id: geoId, name: geoId, level: 'country' as const, country: geoId }
  const query = new URLSearchParams({ parent: geoId, limit: '1' })
  const { parent } = await getParsed(`${PATH_PREFIX}/geo?${query}`, receivedPlaces, signal)
  return parent ? { geo_id: parent.geo_id, name: parent.name, level: parent.level, country: parent.country } : null
}
