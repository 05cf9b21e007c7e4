import { queryOptions } from '@tanstack/react-query'
import { circleResolutions } from '../../contract/area.ts'
import type { Circle } from '../../domain/distance.ts'
import { getParsed } from './http.ts'

/** Query for the resolutions at which a market around a circle has figures (free). */
export function circleResolutionsOptions({ lat, lng, radius_km }: Circle) {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng), radius_km: String(radius_km) })
  return queryOptions({
    queryKey: ['circle-resolutions', lat, lng, radius_km],
    queryFn: ({ signal }) => getParsed(`/api/resolutions?${query}`, circleResolutions, signal),
    staleTime: 60 * 60_000,
  })
}
