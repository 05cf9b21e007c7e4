import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { GEO_LIMIT_MAX, PATH_PREFIX } from '../../contract/limits.ts'
import {
  type Ancestor,
  type ReceivedPlaces,
  type ReceivedZone,
  receivedPlaces,
  receivedPoint,
} from '../../contract/service/geo.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type GeoId, type Level, type PlaceSignal, placeSignal } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { fetchWithin } from '../requests/fetch-within.ts'
import { getParsed } from '../requests/http.ts'
import { placeCellsOptions } from './place-cells.ts'
import { unknownPlace } from './unknown-place.ts'

/** What the page knows about a place. */
export interface Place {
  readonly geo_id: string
  readonly name: string
  readonly level: Level
  readonly country: string
  /** Fine to coarse, ending at the country. */
  readonly ancestors: readonly Ancestor[]
  /** Null when no free endpoint gave one, as for an ancestor that no look-up names. */
  readonly signal: PlaceSignal | null
}

/** Query for the named zones of a point's cell, at the finest resolution unless another one is given (free). */
export function lookupOptions(lat: number, lng: number, resolution?: Resolution) {
  const res = resolution && { res: String(resolution) }
  const params = new URLSearchParams({ lat: String(lat), lng: String(lng), ...res })
  return queryOptions({
    queryKey: ['geo', 'lookup', lat, lng, resolution],
    queryFn: ({ signal }) => getParsed(`${PATH_PREFIX}/geo/lookup?${params}`, receivedPoint, signal),
  })
}

/** Returns the place of a zone row, which has every field. */
export function placeOfZone(row: ReceivedZone): Place {
  const { geo_id, name, level, country, ancestors } = row
  return { geo_id, name, level, country, ancestors, signal: placeSignal(row.prices_available, row.current_period) }
}

/** Returns a place's ancestors, fine to coarse, each with the country that they share with it. */
export function ancestorsOf({ country, ancestors }: Pick<Place, 'country' | 'ancestors'>) {
  return ancestors.map((ancestor) => ({ ...ancestor, country }))
}

/** True for the geo_id of a country, which is two lower-case letters. */
export function isCountryId(geoId: string): boolean {
  return /^[a-z]{2}$/.test(geoId)
}

/** Query for the name, ancestors and signal of a place by its geo_id (free); fails with unknown_place. Disabled for null. */
export function placeOptions(geoId: GeoId | null) {
  return queryOptions({
    queryKey: ['geo', 'place', geoId],
    meta: { part: () => t('the names of places') },
    queryFn:
      geoId === null
        ? skipToken
        : ({ client, signal }) => (isCountryId(geoId) ? findCountry(geoId, signal) : findZone(client, geoId, signal)),
    staleTime: 30 * 60_000,
  })
}

/** Query for a zone directly below a country that has figures now; null when none of the first hundred has (free). */
export function someZoneWithFiguresOptions(country: string) {
  return queryOptions({
    queryKey: ['geo', 'some-zone', country],
    queryFn: async ({ signal }): Promise<string | null> => {
      const params = new URLSearchParams({ parent: country, limit: String(GEO_LIMIT_MAX) })
      const { results } = await getParsed(`${PATH_PREFIX}/geo?${params}`, receivedPlaces, signal)
      return results.find((row) => row.kind === 'zone' && row.current_period !== null)?.geo_id ?? null
    },
  })
}

/** Caches a place that a search or a look-up has just returned. */
export function rememberPlace(client: QueryClient, place: Place): void {
  client.setQueryData(['geo', 'place', place.geo_id], place)
}

async function findCountry(geoId: GeoId, signal: AbortSignal): Promise<Place> {
  const row = await findCountryRow(geoId, signal)
  if (row === null) throw unknownPlace(geoId)
  // A country row has no period, so only a country without listings has a signal.
  const signalOfCountry: PlaceSignal | null = row.prices_available ? null : { kind: 'no_listings' }
  return { geo_id: geoId, name: row.name, level: 'country', country: geoId, ancestors: [], signal: signalOfCountry }
}

/** Pages of countries that are read: there are about 250 countries. */
const COUNTRY_PAGES_MAX = 3

async function findCountryRow(geoId: GeoId, signal: AbortSignal): Promise<ReceivedPlaces['results'][number] | null> {
  for (let page = 1; page <= COUNTRY_PAGES_MAX; page++) {
    const params = new URLSearchParams({ limit: String(GEO_LIMIT_MAX), ...(page > 1 && { page: String(page) }) })
    const { results } = await getParsed(`${PATH_PREFIX}/geo?${params}`, receivedPlaces, signal)
    const row = results.find((result) => result.geo_id === geoId)
    if (row !== undefined) return row
    if (results.length < GEO_LIMIT_MAX) return null
  }
  return null
}

/** Finds a zone with a look-up at one of its cells, since no endpoint takes a single geo_id. */
async function findZone(client: QueryClient, geoId: GeoId, signal: AbortSignal): Promise<Place> {
  const { cells } = await fetchWithin(client, placeCellsOptions(geoId))
  const cell = cells[Math.floor(cells.length / 2)]
  if (cell !== undefined) {
    const point = await getParsed(`${PATH_PREFIX}/geo/lookup?h3=${cell}`, receivedPoint, signal)
    const row = point.zones.find((zone) => zone.geo_id === geoId)
    if (row) return placeOfZone(row)
  }
  const params = new URLSearchParams({ parent: geoId, limit: '1' })
  const children = await getParsed(`${PATH_PREFIX}/geo?${params}`, receivedPlaces, signal)
  return placeOfParent(geoId, children)
}

function placeOfParent(geoId: GeoId, { parent, results }: ReceivedPlaces): Place {
  if (!parent) throw unknownPlace(geoId)
  const child = results.find((result) => result.kind === 'zone')
  const above = child?.ancestors.findIndex((ancestor) => ancestor.geo_id === geoId) ?? -1
  const ancestors = child && above >= 0 ? child.ancestors.slice(above + 1) : []
  return { geo_id: geoId, name: parent.name, level: parent.level, country: parent.country, ancestors, signal: null }
}
