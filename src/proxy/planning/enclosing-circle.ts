import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type Circle, EARTH_RADIUS_KM, type LatLng, surelyWithinKm } from '../../domain/distance.ts'
import type { Slice } from '../tiles/slice.ts'
import { enclosingCenter } from './circle-cover.ts'
import { dotAt, groundOf } from './ground.ts'
import { latLngOf, pointOf, tilePoints } from './tile-points.ts'

/** About the smallest circle that surely holds all cells of the slices; null where the interface allows none so wide. */
export function enclosingCircle(slices: readonly Slice[], resolution: Resolution): Circle | null {
  const { xyz, size } = groundOf(slices)
  if (size === 0) return null
  const at = latLngOf(
    enclosingCenter(
      xyz,
      Array.from({ length: size }, (_, index) => index),
    ),
  )
  const center = { lat: Number(at.lat.toFixed(6)), lng: Number(at.lng.toFixed(6)) }
  const reach = Math.max(...slices.map((slice) => reachOf(slice, center)))
  const rimOf = (km: number) => km - surelyWithinKm({ ...center, radius_km: km }, resolution)
  // A wider circle may reach larger cells, which make its own rim wider.
  const radius_km = Math.ceil((reach + 1.01 * rimOf(reach + 1.1 * rimOf(reach))) * 1000) / 1000
  return radius_km > RADIUS_KM_MAX ? null : { ...center, radius_km }
}

/** How far from a point the farthest cell of a slice is, in km. */
export function reachOf({ parent, first, cells }: Slice, from: LatLng): number {
  const points = tilePoints(parent).subarray(3 * first, 3 * (first + cells.length))
  const center = pointOf(from)
  let closeness = 1
  for (let i = 0; i < cells.length; i++) closeness = Math.min(closeness, dotAt(points, i, center))
  return EARTH_RADIUS_KM * Math.acos(Math.max(-1, closeness))
}
