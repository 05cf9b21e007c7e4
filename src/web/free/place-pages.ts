import { queryOptions } from '@tanstack/react-query'
import { GEO_LIMIT_DEFAULT, GEO_LIMIT_MAX, PATH_PREFIX } from '../../contract/limits.ts'
import { type ReceivedPlaces, receivedPlacePage } from '../../contract/service/geo.ts'
import type { PlaceSignal, ZoneLevel } from '../../domain/place.ts'
import { getParsed } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'
import { type Place, placeOfZone } from './geo.ts'

/** A page of the places directly beneath another, or of the countries. */
export interface PlacePageName {
  /** Null for the countries. */
  readonly parent: string | null
  /** Leaves out children of other levels; null for all. */
  readonly level: ZoneLevel | null
  /** From 1. */
  readonly page: number
}

export interface PlacePage {
  readonly places: readonly Place[]
  /** True when there is no further page. */
  readonly isLast: boolean
}

const FRESH_MS = 10 * 60_000
/** How often a service without any places is asked again: it may only be starting. */
const AGAIN_MS = 60_000

/** Query for a page of up to a hundred places (free); a place without smaller ones has an empty page. */
export function placePageOptions({ parent, level, page }: PlacePageName) {
  const params = new URLSearchParams({
    ...(parent !== null && { parent }),
    ...(level !== null && { level }),
    ...(page > 1 && { page: String(page) }),
    limit: String(GEO_LIMIT_MAX),
  })
  return queryOptions({
    queryKey: ['geo', 'children', parent, level, page],
    queryFn: async ({ signal }): Promise<PlacePage> => {
      const page = await getParsed(`${PATH_PREFIX}/geo?${params}`, receivedPlacePage, signal)
      return { places: page.results.map(placeOfRow), isLast: isLastPage(page) }
    },
    staleTime: FRESH_MS,
    refetchInterval: (query) =>
      retryPause(query) || (parent === null && query.state.data?.places.length === 0 && AGAIN_MS),
    gcTime: 3 * FRESH_MS,
  })
}

/** A service that ignores the limit sends pages of the default size, or of its own, and then says that there are more. */
export function isLastPage({ count, saysMore }: { count: number; saysMore: boolean }): boolean {
  if (saysMore) return count === 0
  return count < GEO_LIMIT_MAX && count !== GEO_LIMIT_DEFAULT
}

function placeOfRow(row: ReceivedPlaces['results'][number]): Place {
  if (row.kind === 'zone') return placeOfZone(row)
  const { geo_id, name, country } = row
  // A country row has no period, so only a country without listings has a signal.
  const signal: PlaceSignal | null = row.prices_available ? null : { kind: 'no_listings' }
  return { geo_id, name, level: 'country', country, ancestors: [], signal }
}
