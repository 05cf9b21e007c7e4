import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { nearPlaces } from '../../contract/known-places.ts'
import { distanceKm, type LatLng } from '../../domain/distance.ts'
import { coverageOptions } from '../free/coverage.ts'
import { lookupOptions, type Place, placeOfZone } from '../free/geo.ts'
import { fetchWithin } from '../requests/fetch-within.ts'
import { getParsed } from '../requests/http.ts'

/** A place that has figures now, and how far away it is. */
export interface NearestFigures {
  readonly place: Place
  /** The town in it that is near. */
  readonly at: LatLng
  readonly km: number
  /** True where the point lies in the place. */
  readonly isAround: boolean
}

/**
 * Query for the place with figures nearest to a point, among larger towns; with `mayLieIn`, the place that contains the point
 * comes first. Null when none was found. Free.
 */
export function nearestFiguresOptions(at: LatLng, mayLieIn: boolean) {
  return queryOptions({
    queryKey: ['geo', 'nearest-figures', at.lat, at.lng, mayLieIn],
    queryFn: async ({ client, signal }) =>
      (mayLieIn ? await findAround(client, at) : null) ?? findNearest(client, at, signal),
    staleTime: 30 * 60_000,
  })
}

async function findNearest(client: QueryClient, at: LatLng, signal: AbortSignal): Promise<NearestFigures | null> {
  const { countries } = await fetchWithin(client, coverageOptions)
  const served = countries.flatMap((row) => (row.prices_available ? [row.country] : []))
  if (served.length === 0) return null
  const params = new URLSearchParams({ lat: String(at.lat), lng: String(at.lng), countries: served.join(',') })
  const { places } = await getParsed(`/api/known-places/near?${params}`, nearPlaces, signal)
  // One after the other, because the nearest usually has figures.
  for (const town of places) {
    const place = await placeAround(client, town)
    if (place) return { place, at: { lat: town.lat, lng: town.lng }, km: distanceKm(at, town), isAround: false }
  }
  return null
}

async function findAround(client: QueryClient, at: LatLng): Promise<NearestFigures | null> {
  const place = await placeAround(client, at)
  return place && { place, at, km: 0, isAround: true }
}

/** The place with figures that contains a point, preferably a city. */
async function placeAround(client: QueryClient, { lat, lng }: LatLng): Promise<Place | null> {
  const { zones } = await fetchWithin(client, lookupOptions(lat, lng))
  const withFigures = zones.filter(({ current_period }) => current_period !== null)
  const zone = withFigures.find(({ level }) => level === 'city') ?? withFigures[0]
  return zone === undefined ? null : placeOfZone(zone)
}
