import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { countryExtentOptions } from '../free/country-extent.ts'
import { isCountryId } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { boundsOf } from './outline.ts'
import { outlineOfPlace } from './use-place-outline.ts'

/** Where a place lies. */
export interface PlaceBounds {
  /** Null while they are looked for, and for a place without any. */
  readonly bounds: Bounds | null
  /** True until they have arrived, or a request for them has failed. */
  readonly isPending: boolean
}

/** Returns the bounds of a place; those of a country are its extent, because the service refuses a country's cells. */
export function usePlaceBounds(place: GeoId | null): PlaceBounds {
  const isCountry = place !== null && isCountryId(place)
  const zone = useQuery(placeCellsOptions(isCountry ? null : place))
  const country = useQuery(countryExtentOptions(isCountry ? place : null))
  const { data } = zone
  const outline = useMemo(() => data && outlineOfPlace(data), [data])
  const ofZone = useMemo(() => (outline ? boundsOf(outline) : null), [outline])
  const { isLoading, failureCount } = isCountry ? country : zone
  return { bounds: isCountry ? (country.data ?? null) : ofZone, isPending: isLoading && failureCount === 0 }
}
