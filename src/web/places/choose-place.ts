import type { QueryClient } from '@tanstack/react-query'
import { parseGeoId } from '../../domain/place.ts'
import { type Place, rememberPlace } from '../free/geo.ts'
import { usePage } from '../state/store.ts'
import { setAddress } from '../state/use-address.ts'

/** Opens a place and has the view fitted to it; `known` saves a request for a place that a list has just named. */
export function choosePlace(client: QueryClient, geoId: string, known: Place | null): void {
  const place = parseGeoId(geoId)
  if (place === null) return
  if (known !== null) rememberPlace(client, known)
  usePage.getState().set({ placeToFit: place })
  setAddress({ place, cell: null, found: null }, 'push')
}

/** Closes the place; the view stays. */
export function clearPlace(): void {
  usePage.getState().set({ placeToFit: null, isFindingView: false })
  setAddress({ place: null }, 'push')
}
