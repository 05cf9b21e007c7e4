import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CircleResolutions, circleResolutions } from '../../contract/area.ts'
import type { Circle } from '../../domain/distance.ts'
import { t } from '../language/translate.ts'
import { getParsed } from '../requests/http.ts'

/** Query for the resolutions at which a market around a circle has figures (free); disabled for null. */
export function circleResolutionsOptions(circle: Circle | null) {
  return queryOptions({
    queryKey: ['circle-resolutions', circle?.lat, circle?.lng, circle?.radius_km],
    meta: { part: () => t('how detailed an area’s figures can be') },
    queryFn: circle === null ? skipToken : ({ signal }) => askFor(circle, signal),
    staleTime: 60 * 60_000,
  })
}

function askFor({ lat, lng, radius_km }: Circle, signal: AbortSignal): Promise<CircleResolutions> {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng), radius_km: String(radius_km) })
  return getParsed(`/api/resolutions?${query}`, circleResolutions, signal)
}
