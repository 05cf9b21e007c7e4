import { SolidPolygonLayer } from '@deck.gl/layers'
import type { Outline } from '../../places/outline.ts'
import type { Ring } from './outlines.ts'
import type { Placed, Rgba } from './placed.ts'

/** How far the wash reaches from the place to both sides, in degrees; no view shows more of the world at once. */
const REACH = 170
const NORTH_END = 85

/** A wash over everything outside a place's outline; none without an outline. */
export function outsidePlace(outline: Outline | null, color: Rgba, placed: Placed) {
  return new SolidPolygonLayer<Ring[], Record<string, unknown>>({
    ...placed,
    id: 'outside-place',
    data: outline === null || outline.length === 0 ? [] : [outsideOf(outline)],
    getPolygon: (rings) => rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
    getFillColor: color,
    pickable: false,
  })
}

/** Returns a polygon around the place with its outer rings as holes; its own holes, too, lie outside it. */
function outsideOf(outline: Outline): Ring[] {
  const middle = outline[0]?.[0]?.[0]?.[0] ?? 0
  const [west, east] = [middle - REACH, middle + REACH]
  const around: Ring = [
    [west, -NORTH_END],
    [east, -NORTH_END],
    [east, NORTH_END],
    [west, NORTH_END],
    [west, -NORTH_END],
  ]
  return [around, ...outline.flatMap(([outer]) => (outer ? [turnedTowards(outer, middle)] : []))]
}

/** Parts beyond the 180th meridian go where the others are. */
function turnedTowards(ring: Ring, middle: number): Ring {
  const turn = 360 * Math.round((middle - (ring[0]?.[0] ?? middle)) / 360)
  return turn === 0 ? ring : ring.map(([lng, lat]) => [lng + turn, lat] as const)
}
