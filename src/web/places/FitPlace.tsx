import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GeoId } from '../../domain/place.ts'
import { placeOptions } from '../free/geo.ts'
import { usePage } from '../state/store.ts'
import { endSearchWithMove } from '../view/end-search.ts'
import { usePlaceBounds } from './use-place-bounds.ts'

/** Draws nothing. Fits the view to the address's place when it was just chosen, or opened by a link without a view. */
export function FitPlace({ place }: { place: GeoId }) {
  useEffect(endSearchWithMove, [])
  const { bounds, isPending: isLookingForBounds } = usePlaceBounds(place)
  const isDue = usePage((page) => page.placeToFit) === place
  const { isPending } = useQuery(placeOptions(place))
  useEffect(() => {
    // The view has to fit above the card, whose height is known only once the place has loaded.
    if (!isDue || isPending || isLookingForBounds) return
    const { set } = usePage.getState()
    if (bounds === null) set({ isFindingView: false })
    else set({ camera: { kind: 'bounds', bounds, above: 'sheet' }, placeToFit: null })
  }, [isDue, bounds, isPending, isLookingForBounds])
  return null
}
