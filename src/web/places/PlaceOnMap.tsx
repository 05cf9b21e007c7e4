import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import type { Bounds } from '../../domain/tile.ts'
import { isCountryId, placeOptions } from '../queries/geo.ts'
import { placeCellsOptions } from '../queries/place-cells.ts'
import { usePage } from '../state/store.ts'
import { countryExtentOptions } from './country-extent.ts'
import { boundsOf, outlineOf } from './outline.ts'

/** Draws nothing itself: hands the place's outline to the map and, when it was just chosen, fits the view to it. */
export function PlaceOnMap({ place }: { place: GeoId }) {
  return isCountryId(place) ? <CountryOnMap country={place} /> : <ZoneOnMap zone={place} />
}

function ZoneOnMap({ zone }: { zone: GeoId }) {
  const cells = useQuery(placeCellsOptions(zone)).data?.cells
  const outline = useMemo(() => (cells && cells.length > 0 ? outlineOf(cells) : null), [cells])
  const bounds = useMemo(() => (outline ? boundsOf(outline) : null), [outline])
  useEffect(() => {
    usePage.getState().set({ placeOutline: outline })
    return () => usePage.getState().set({ placeOutline: null })
  }, [outline])
  useFit(zone, bounds)
  return null
}

/** The service refuses a country's cells, so a country has no outline, only an extent. */
function CountryOnMap({ country }: { country: GeoId }) {
  useFit(country, useQuery(countryExtentOptions(country)).data ?? null)
  return null
}

function useFit(place: GeoId, bounds: Bounds | null): void {
  const isDue = usePage((page) => page.placeToFit) === place
  const { isPending } = useQuery(placeOptions(place))
  useEffect(() => {
    // What is known of the place makes its card higher, which the view is to be fitted above.
    if (!isDue || bounds === null || isPending) return
    usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet' }, placeToFit: null })
  }, [isDue, bounds, isPending])
}
