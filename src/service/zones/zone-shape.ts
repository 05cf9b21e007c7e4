import { extent } from 'd3-array'
import { getHexagonAreaAvg, latLngToCell, polygonToCells, UNITS } from 'h3-js'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import type { LatLng } from '../../domain/distance.ts'

type Point = readonly [lng: number, lat: number]
type Ring = readonly Point[]
/** Outer ring, then holes, as [longitude, latitude]; rings can run in either direction. */
export type Polygon = readonly Ring[]

/**
 * Cells whose centre lies in the polygons; if there are none, the cell with their inner point. Throws when the polygons
 * are so large that they cannot be a zone of this resolution.
 */
export function zoneCells(polygons: readonly Polygon[], resolution: Resolution): Cell[] {
  refuseTooManyCells(polygons, resolution)
  const cells = new Set<Cell>()
  for (const polygon of polygons) {
    const rings = polygon.map((ring) => withoutRepeats(ring).map(([lng, lat]) => [lng, lat]))
    if ((rings[0]?.length ?? 0) < 3) continue
    for (const cell of filled(rings, resolution)) cells.add(trustCell(cell))
  }
  if (cells.size === 0) {
    const { lat, lng } = innerPoint(polygons)
    cells.add(trustCell(latLngToCell(lat, lng, resolution)))
  }
  return [...cells].sort()
}

function filled(rings: number[][][], resolution: Resolution): string[] {
  try {
    return polygonToCells(rings, resolution, true)
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `expected a polygon whose edges take the short way around the world, found one that cannot be filled with cells (${found}); nothing was imported`,
      { cause },
    )
  }
}

/** More than any zone of its level has: the largest city by area has a tenth of it, the largest region a hundredth. */
const CELLS_MOST = 3_000_000
const KM_PER_DEGREE = 111.2

/** Counts the cells of the boxes around the polygons, which is what finding the polygons' own cells costs. */
function refuseTooManyCells(polygons: readonly Polygon[], resolution: Resolution): void {
  const km2 = polygons.reduce((sum, [outer = []]) => sum + boxKm2(outer), 0)
  const cells = Math.round(km2 / getHexagonAreaAvg(resolution, UNITS.km2))
  if (cells <= CELLS_MOST) return
  throw new Error(
    `expected a zone of at most ${CELLS_MOST} cells at resolution ${resolution}, found one of about ${cells}; nothing was imported. Is the level (--level) right, and are the coordinates degrees?`,
  )
}

function boxKm2(ring: Ring): number {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  // As h3 does: such an edge crosses the 180th meridian. A ring of shorter edges can go around the world.
  const isAcross = ring.some(([lng], i) => Math.abs(lng - (ring[i - 1]?.[0] ?? lng)) > 180)
  for (const [lng, lat] of ring) {
    const x = isAcross && lng < 0 ? lng + 360 : lng
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  if (!(east > west && north > south)) return 0
  const middle = Math.cos((((south + north) / 2) * Math.PI) / 180)
  return (east - west) * KM_PER_DEGREE * middle * (north - south) * KM_PER_DEGREE
}

/** A point inside the largest polygon, near its middle; its first corner when it has no inside. */
export function innerPoint(polygons: readonly Polygon[]): LatLng {
  const largest = polygons.reduce((a, b) => (ringArea(b[0] ?? []) > ringArea(a[0] ?? []) ? b : a))
  const outer = largest[0] ?? []
  const [lng = Number.NaN, lat = Number.NaN] = outer[0] ?? []
  const [south = Number.NaN, north = Number.NaN] = extent(outer, (point) => point[1])
  const middle = (south + north) / 2
  const crossings = largest.flatMap((ring) => ringCrossings(ring, middle)).sort((a, b) => a - b)
  let widest = 0
  let inner = { lat, lng }
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from, to] = [crossings[i] as number, crossings[i + 1] as number]
    if (to - from <= widest) continue
    widest = to - from
    inner = { lat: middle, lng: (from + to) / 2 }
  }
  return inner
}

/** Longitudes at which a ring crosses a latitude. */
function ringCrossings(ring: Ring, lat: number): number[] {
  const crossings: number[] = []
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] as Point
    if (y1 > lat !== y2 > lat) crossings.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
  })
  return crossings
}

function ringArea(ring: Ring): number {
  let twice = 0
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] as Point
    twice += x1 * y2 - x2 * y1
  })
  return Math.abs(twice) / 2
}

function withoutRepeats(ring: Ring): Point[] {
  return ring.filter(([lng, lat], i) => i === 0 || lng !== ring[i - 1]?.[0] || lat !== ring[i - 1]?.[1])
}
