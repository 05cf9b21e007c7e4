import { type Circle, distanceKm, type LatLng } from '../../domain/distance.ts'
import { polygonFault } from '../../domain/polygon.ts'
import type { AreaShape } from '../state/address/area-choice.ts'
import { usePage } from '../state/store.ts'
import { radiusBetween, steppedRadius } from './radius.ts'

/** Returns a circle around another centre. */
export function movedCircle(circle: Circle, to: LatLng): AreaShape {
  return { kind: 'circle', circle: { ...circle, ...rounded(to) } }
}

/** Returns a circle whose rim passes a point. */
export function resizedCircle(circle: Circle, rim: LatLng): AreaShape {
  return { kind: 'circle', circle: { ...circle, radius_km: radiusBetween(distanceKm(circle, rim)) } }
}

/** Returns a circle whose radius is some steps larger, or smaller. */
export function steppedCircle(circle: Circle, steps: number): AreaShape {
  return { kind: 'circle', circle: { ...circle, radius_km: steppedRadius(circle.radius_km, steps) } }
}

/** Returns a polygon with a corner elsewhere; null, with the reason in the store, where its edges would cross. */
export function movedCorner(corners: readonly LatLng[], index: number, to: LatLng): AreaShape | null {
  return checked(corners.map((corner, at) => (at === index ? rounded(to) : corner)))
}

/** Returns a polygon without a corner; null when too few would be left. */
export function withoutCorner(corners: readonly LatLng[], index: number): AreaShape | null {
  return checked(corners.filter((_, at) => at !== index))
}

function checked(corners: readonly LatLng[]): AreaShape | null {
  const fault = polygonFault(corners)
  usePage.getState().set({ reshapeFault: fault })
  return fault === null ? { kind: 'polygon', corners } : null
}

/** As precisely as addresses have points. */
export function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) }
}
