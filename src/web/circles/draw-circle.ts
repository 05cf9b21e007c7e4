import { destination } from '../../domain/distance.ts'
import { usePage } from '../state/store.ts'
import { setAddress } from '../state/use-address.ts'
import { viewCentre } from './CentreButtons.tsx'
import { firstRadius } from './radius.ts'

/**
 * Draws a first circle around the view's centre. `upper half` also moves the view to show the circle in the upper half,
 * where a phone's sheet does not cover it.
 */
export function drawCircle(view: 'as it is' | 'upper half'): void {
  const circle = { ...viewCentre(), radius_km: firstRadius(usePage.getState().rested?.bounds ?? null) }
  setAddress({ circle }, 'push')
  if (view === 'as it is') return
  const [north, east, south, west] = [0, 90, 180, 270].map((bearing) => {
    const margin = bearing === 180 ? 3.6 : 1.2
    return destination(circle, margin * circle.radius_km, bearing)
  })
  if (!north || !east || !south || !west) return
  const bounds = { north: north.lat, east: east.lng, south: south.lat, west: west.lng }
  usePage.getState().set({ camera: { kind: 'bounds', bounds } })
}
