import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { isCountryId, placeOptions } from '../queries/geo.ts'
import { usePage } from '../state/store.ts'
import { countryExtentOptions } from './country-extent.ts'
import { boundsOf } from './outline.ts'
import { usePlaceOutline } from './use-place-outline.ts'

/** Draws nothing. Fits the view to the address's place when it was just chosen. */
export function FitPlace({ place }: { place: GeoId }) {
  return isCountryId(place) ? <FitCountry country={place} /> : <FitZone zone={place} />
}

function FitZone({ zone }: { zone: GeoId }) {
  const outline = usePlaceOutline()
  useFit(
    zone,
    useMemo(() => outline && boundsOf(outline), [outline]),
  )
  return null
}

/** Fits a country by its extent; the service refuses a country's cells, so it has no outline. */
function FitCountry({ country }: { country: GeoId }) {
  useFit(country, useQuery(countryExtentOptions(country)).data ?? null)
  return null
}

function useFit(place: GeoId, bounds: Bounds | null): void {
  const isDue = usePage((page) => page.placeToFit) === place
  const { isPending } = useQuery(placeOptions(place))
  useEffect(() => {
    // The view has to fit above the card, whose height is known only once the place has loaded.
    if (!isDue || bounds === null || isPending) return
    usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet' }, placeToFit: null })
  }, [isDue, bounds, isPending])
}
