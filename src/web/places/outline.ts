import { extent } from 'd3-array'
import { cellsToMultiPolygon } from 'h3-js'
import type { Cell } from '../../domain/cell.ts'
import type { LatLng } from '../../domain/distance.ts'
import type { Bounds } from '../../domain/tile.ts'

/** Coordinates of a GeoJSON MultiPolygon: polygons, rings (outer first), [lng, lat] in degrees. */
export type Outline = readonly (readonly (readonly [number, number])[])[][]

/** Returns the merged outline of cells of one resolution; longitudes continue past 180 instead of jumping. */
export function outlineOf(cells: readonly Cell[]): Outline {
  const polygons = cellsToMultiPolygon([...cells], true) as [number, number][][][]
  const [west = 0, east = 0] = extent(polygons.flat(2), ([lng]) => lng)
  if (east - west <= 180) return polygons
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]) => [lng < 0 ? lng + 360 : lng, lat] as const)),
  )
}

/** Returns the middle of bounds. */
export function middleOf({ west, south, east, north }: Bounds): LatLng {
  const lng = west + (east >= west ? east - west : east - west + 360) / 2
  return { lat: (south + north) / 2, lng: lng > 180 ? lng - 360 : lng }
}

/** Returns the bounds of an outline; null when it has no points. */
export function boundsOf(outline: Outline): Bounds | null {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity]
  for (const ring of outline.flat()) {
    for (const [lng, lat] of ring) {
      west = Math.min(west, lng)
      east = Math.max(east, lng)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
  }
  return west > east ? null : { west, south, east, north }
}
