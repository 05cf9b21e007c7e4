import type { LatLng } from '../../domain/distance.ts'
import { addArea } from '../areas/chosen/add-area.ts'
import type { AreaColor } from '../state/address/area-choice.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { hasWebGl } from '../ui/device/has-web-gl.ts'
import { firstRadius } from './radius.ts'

/** Returns the centre of the view in the address. */
export function viewCentre(): LatLng {
  const { lat, lng } = getAddress().view
  return { lat, lng }
}

/** Returns the radius of a new circle in the view at rest, in km. */
export function radiusForView(): number {
  return firstRadius(usePage.getState().rested?.bounds ?? null)
}

/** Lets the viewer drag a circle from its centre, or click where its centre is. Without a map, adds one there. */
export function startCircle(): void {
  const { rested, set } = usePage.getState()
  if (rested === null || !hasWebGl())
    addArea({ kind: 'circle', circle: { ...viewCentre(), radius_km: radiusForView() } })
  else set({ drawing: { kind: 'circle', moves: null, sized: null }, draft: null, drawnTo: null })
}

/** Lets the viewer click where an area's centre shall be. */
export function startMoving(color: AreaColor): void {
  usePage.getState().set({ drawing: { kind: 'circle', moves: color, sized: null }, draft: null, drawnTo: null })
}

/** Lets the viewer click the corners of an area. */
export function startPolygon(): void {
  usePage.getState().set({ drawing: { kind: 'polygon', corners: [], fault: null }, draft: null, drawnTo: null })
}

/** Ends drawing without a result. */
export function cancelDrawing(): void {
  usePage.getState().set({ drawing: null, draft: null, drawnTo: null })
}
