import type { Circle } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'
import { useAddress } from '../state/use-address.ts'
import { useCircleBaseline, useNotedBaseline, usePlaceBaseline } from './use-baseline-area.ts'

/** Draws nothing. Finds the figure of the address's baseline while the map is compared with it. */
export function BaselineWatch() {
  const isCompared = useAddress((address) => address.metric === 'difference')
  const baseline = useAddress((address) => address.baseline)
  if (!isCompared || baseline === null) return null
  return baseline.kind === 'place' ? (
    <PlaceWatch key={baseline.geo_id} geoId={baseline.geo_id} />
  ) : (
    <CircleWatch circle={baseline.circle} />
  )
}

function PlaceWatch({ geoId }: { geoId: GeoId }) {
  useNotedBaseline(usePlaceBaseline(geoId))
  return null
}

function CircleWatch({ circle }: { circle: Circle }) {
  useNotedBaseline(useCircleBaseline(circle))
  return null
}
