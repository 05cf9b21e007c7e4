import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { countryExtentOptions } from '../queries/country-extent.ts'
import { isCountryId, placeOptions } from '../queries/geo.ts'
import { placeCellsOptions } from '../queries/place-cells.ts'
import { usePage } from '../state/store.ts'
import { boundsOf } from './outline.ts'
import { outlineOfPlace } from './use-place-outline.ts'

/** Draws nothing. Fits the view to the address's place when it was just chosen, or opened by a link without a view. */
export function FitPlace({ place }: { place: GeoId }) {
  useEffect(endSearchWithMove, [])
  return isCountryId(place) ? <FitCountry country={place} /> : <FitZone zone={place} />
}

/** Ends the search for the first view once the map rests elsewhere than where the page began. */
function endSearchWithMove(): () => void {
  return usePage.subscribe((page, before) => {
    const hasMoved = before.rested !== null && page.rested !== before.rested
    if (page.isFindingView && hasMoved) page.set({ isFindingView: false })
  })
}

function FitZone({ zone }: { zone: GeoId }) {
  const { data, isPending } = useQuery(placeCellsOptions(zone))
  const outline = useMemo(() => data && outlineOfPlace(data), [data])
  const bounds = useMemo(() => (outline ? boundsOf(outline) : null), [outline])
  useFit(zone, bounds, isPending)
  return null
}

/** Fits a country by its extent; the service refuses a country's cells, so it has no outline. */
function FitCountry({ country }: { country: GeoId }) {
  const { data, isPending } = useQuery(countryExtentOptions(country))
  useFit(country, data ?? null, isPending)
  return null
}

function useFit(place: GeoId, bounds: Bounds | null, isLookingForBounds: boolean): void {
  const isDue = usePage((page) => page.placeToFit) === place
  const { isPending } = useQuery(placeOptions(place))
  useEffect(() => {
    // The view has to fit above the card, whose height is known only once the place has loaded.
    if (!isDue || isPending || isLookingForBounds) return
    const { set } = usePage.getState()
    if (bounds === null) set({ isFindingView: false })
    else set({ camera: { kind: 'bounds', bounds, above: 'sheet' }, placeToFit: null })
  }, [isDue, bounds, isPending, isLookingForBounds])
}
