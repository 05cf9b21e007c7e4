import type { QueryClient } from '@tanstack/react-query'
import { parseGeoId } from '../../domain/place.ts'
import { type Place, rememberPlace } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { noteAboutLink } from '../state/about-link.ts'
import { usePage } from '../state/store.ts'
import { setAddress } from '../state/use-address.ts'

/**
 * Opens a place and has the view fitted to it, or says why its id cannot be opened; `known` saves a request for a place that
 * a list has just named.
 */
export function choosePlace(client: QueryClient, geoId: string, known: Place | null): void {
  const place = parseGeoId(geoId)
  if (place === null) {
    // Ids are the service's: some could change the path of a request.
    noteAboutLink(
      t(
        'The chosen place cannot be opened, because its id “{id}” cannot be part of an address. Move the map there to see its hexagons.',
        { id: geoId },
      ),
    )
    return
  }
  if (known !== null) rememberPlace(client, known)
  usePage.getState().set({ placeToFit: place })
  setAddress({ place, cell: null, found: null }, 'push')
}

/** Closes the place; the view stays. */
export function clearPlace(): void {
  usePage.getState().set({ placeToFit: null, isFindingView: false })
  setAddress({ place: null }, 'push')
}
