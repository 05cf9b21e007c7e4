import { cellToBoundary } from 'h3-js'
import type { Cell } from '../../domain/cell.ts'

type Position = [number, number]

/** A GeoJSON geometry (RFC 7946) in degrees; rings are closed and counterclockwise. */
export type CellPolygon =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

/** Returns a cell's outline. One that crosses the antimeridian is cut there, as RFC 7946 asks. */
export function cellPolygon(cell: Cell): CellPolygon {
  const ring: Position[] = cellToBoundary(cell).map(([lat = 0, lng = 0]) => [lng, lat])
  const lngs = ring.map(([lng]) => lng)
  if (Math.max(...lngs) - Math.min(...lngs) <= 180) return { type: 'Polygon', coordinates: [closed(ring)] }
  // Unrolled, so that longitudes continue past 180 instead of jumping.
  const unrolled = ring.map(([lng, lat]): Position => [lng < 0 ? lng + 360 : lng, lat])
  const west = cutAt180(unrolled, (lng) => lng <= 180)
  const east = cutAt180(unrolled, (lng) => lng >= 180).map(([lng, lat]): Position => [lng - 360, lat])
  return { type: 'MultiPolygon', coordinates: [[closed(west)], [closed(east)]] }
}

/** Keeps the part of a convex ring on one side of the antimeridian. */
function cutAt180(ring: readonly Position[], isKept: (lng: number) => boolean): Position[] {
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from
    const kept = isKept(from[0]) ? [from] : []
    if (isKept(from[0]) === isKept(to[0])) return kept
    const share = (180 - from[0]) / (to[0] - from[0])
    return [...kept, [180, from[1] + share * (to[1] - from[1])] satisfies Position]
  })
}

function closed(ring: readonly Position[]): Position[] {
  const [first] = ring
  return first ? [...ring, first] : []
}
