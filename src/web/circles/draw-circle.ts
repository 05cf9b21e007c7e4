import { usePage } from '../state/store.ts'
import { setAddress } from '../state/use-address.ts'
import { circleBounds } from '../view/opening-view.ts'
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
  usePage.getState().set({ camera: { kind: 'bounds', bounds: circleBounds(circle, view) } })
}
