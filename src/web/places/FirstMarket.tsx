import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseGeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { coverageOptions } from '../queries/coverage.ts'
import { someZoneWithFiguresOptions } from '../queries/geo.ts'
import { placeCellsOptions } from '../queries/place-cells.ts'
import { usePage } from '../state/store.ts'
import { countryExtentOptions } from './country-extent.ts'
import { boundsOf, outlineOf } from './outline.ts'

/** The market that a page opened without a view looks at anyway. */
const MARKET_OF_FIRST_VIEW = 'es'

/**
 * Draws nothing itself: a page that was opened without a view, over a service without figures where the first view is,
 * is shown a place that has some. All it asks is free.
 */
export function FirstMarket() {
  const bounds = useQuery(firstMarketOptions).data ?? null
  useEffect(() => {
    if (bounds) usePage.getState().set({ camera: { kind: 'bounds', bounds } })
  }, [bounds])
  return null
}

const firstMarketOptions = queryOptions({
  queryKey: ['first-market'],
  queryFn: ({ client }) => findFirstMarket(client),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where to look first; null where the first view is as good as any. */
async function findFirstMarket(client: QueryClient): Promise<Bounds | null> {
  const { countries } = await client.fetchQuery(coverageOptions)
  const covered = countries.flatMap((row) => (row.prices_available ? [row.country] : []))
  const country = covered[0]
  if (country === undefined || covered.includes(MARKET_OF_FIRST_VIEW)) return null
  const zone = parseGeoId((await client.fetchQuery(someZoneWithFiguresOptions(country))) ?? '')
  const cells = zone === null ? [] : (await client.fetchQuery(placeCellsOptions(zone))).cells
  return cells.length > 0 ? boundsOf(outlineOf(cells)) : client.fetchQuery(countryExtentOptions(country))
}
