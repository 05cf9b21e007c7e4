import { useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import { usePlaceResolution } from '../areas/resolution/use-area-resolution.ts'
import { AreaHistory } from '../history/AreaHistory.tsx'
import { useEditionName } from '../view/view-cells.ts'

/** How a place's figures changed, at the resolution of its figures. */
export function PlaceHistory({ place }: { place: GeoId }) {
  const { resolution } = usePlaceResolution(place)
  const name = useEditionName(resolution)
  const selector = useMemo(() => ({ geo_id: place }), [place])
  return <AreaHistory name={name} selector={selector} />
}
