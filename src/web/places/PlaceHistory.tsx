import { useMemo } from 'react'
import type { GeoId } from '../../domain/place.ts'
import { isKnownEmpty } from '../areas/area.ts'
import { usePlaceArea } from '../areas/use-area.ts'
import { AreaHistory } from '../history/AreaHistory.tsx'
import { useEditionName } from '../view/view-cells.ts'

/** How a place's figures changed, at the resolution of its figures. */
export function PlaceHistory({ place }: { place: GeoId }) {
  const area = usePlaceArea(place)
  const name = useEditionName(area.resolution)
  const selector = useMemo(() => ({ geo_id: place }), [place])
  return isKnownEmpty(area) ? null : <AreaHistory name={name} selector={selector} />
}
