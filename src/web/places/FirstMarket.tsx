import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseGeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { coverageOptions } from '../queries/coverage.ts'
import { someZoneWithFiguresOptions } from '../queries/geo.ts'
import { placeCellsOptions } from '../queries/place-cells.ts'
import { isFirstView } from '../state/address.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { countryExtentOptions } from './country-extent.ts'
import { boundsOf, outlineOf } from './outline.ts'

/** The market of the first view. */
const MARKET_OF_FIRST_VIEW = 'es'

/**
 * Draws nothing. Moves a page that was opened without a view to a place with figures, when the service has none in the
 * first view's market. Its requests are free.
 */
export function FirstMarket() {
  const bounds = useQuery(firstMarketOptions).data ?? null
  useEffect(() => {
    // The answer may come late, after the viewer has moved the map.
    if (bounds && isFirstView(getAddress().view)) usePage.getState().set({ camera: { kind: 'bounds', bounds } })
  }, [bounds])
  return null
}

const firstMarketOptions = queryOptions({
  queryKey: ['first-market'],
  queryFn: ({ client }) => findFirstMarket(client),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns where to look first; null when the first view will do. */
async function findFirstMarket(client: QueryClient): Promise<Bounds | null> {
  const { countries } = await client.fetchQuery(coverageOptions)
  const covered = countries.flatMap((row) => (row.prices_available ? [row.country] : []))
  const country = covered[0]
  if (country === undefined || covered.includes(MARKET_OF_FIRST_VIEW)) return null
  const zone = parseGeoId((await client.fetchQuery(someZoneWithFiguresOptions(country))) ?? '')
  const cells = zone === null ? [] : (await client.fetchQuery(placeCellsOptions(zone))).cells
  return cells.length > 0 ? boundsOf(outlineOf(cells)) : client.fetchQuery(countryExtentOptions(country))
}
