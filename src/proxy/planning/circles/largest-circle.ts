import { latLngToCell } from 'h3-js'
import { RADIUS_KM_MAX } from '../../../contract/limits.ts'
import { type Resolution, trustCell } from '../../../domain/cell.ts'
import {
  cellCenter,
  circleCandidateCount,
  type LatLng,
  radiusOfCandidates,
  surelyWithinKm,
} from '../../../domain/distance.ts'
import type { PlanLimits } from '../calls/plan.ts'
import { latLngOf, type Point } from './tile-points.ts'

type CircleLimits = Pick<PlanLimits, 'circleCells'>

/** The largest circle around a point: its radius, how far from its centre cells are surely in it (km), how many about. */
export function largestCircle(center: LatLng, resolution: Resolution, { circleCells }: CircleLimits) {
  const radius_km = Math.min(RADIUS_KM_MAX, radiusOfCandidates(center, resolution, circleCells))
  const sure = surelyWithinKm({ ...center, radius_km }, resolution)
  const all = circleCandidateCount({ ...center, radius_km }, resolution)
  return { radius_km, sure, cells: Math.floor(all * (Math.max(0, sure) / Math.max(radius_km, 1e-9)) ** 2) }
}

/** A centre as it is sent. */
export function sentAt(center: Point): LatLng {
  const { lat, lng } = latLngOf(center)
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}

/** The largest circles around nearby centres differ by less than 0.4%. */
const SLACK = 0.996

/** How far (km) from a centre cells are surely inside the largest circle there, at least. */
export type Reach = (center: Point) => number

/** Returns the reach of circles; measured once for each place, since it takes half a millisecond. */
export function reachOfLargest(resolution: Resolution, limits: CircleLimits): Reach {
  const known = new Map<string, number>()
  return (center) => {
    const { lat, lng } = latLngOf(center)
    const near = latLngToCell(lat, lng, resolution - 3)
    const reach = known.get(near) ?? SLACK * largestCircle(cellCenter(trustCell(near)), resolution, limits).sure
    known.set(near, reach)
    return reach
  }
}
