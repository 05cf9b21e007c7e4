import { type QueryClient, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Circle, cellCenter, circleRing, destination, distanceKm, type LatLng } from '../../domain/distance.ts'
import { circleAround, polygonRing } from '../../domain/polygon.ts'
import { isCountryId } from '../free/geo.ts'
import { type PlaceCells, placeCellsOptions } from '../free/place-cells.ts'
import { boundsOf, middleOf, type Outline } from '../places/outline.ts'
import { outlineOfPlace } from '../places/use-place-outline.ts'
import type { AreaColor, AreaShape, ChosenArea } from '../state/address/area-choice.ts'
import type { DrawnShape } from '../state/address/opening.ts'
import { useAddress } from '../state/use-address.ts'
import { cellRing } from '../view/tile-geometry.ts'

/** An area as the map draws it. */
export interface AreaOutline {
  readonly color: AreaColor
  readonly outline: Outline
  /** Where its letter stands. */
  readonly middle: LatLng
}

/** Returns the outlines of the compared areas; those of places once their cells are known. */
export function useAreaOutlines(): readonly AreaOutline[] {
  const areas = useAddress((address) => address.areas)
  const places = useQueries({
    queries: areas.map(({ shape }) => placeCellsOptions(zoneOf(shape))),
    combine: cellsFound,
  })
  return useMemo(
    () =>
      areas.flatMap(({ shape, color }, index) => {
        if (shape.kind !== 'place') {
          return [{ color, outline: outlineOfShape(shape), middle: letterPlace(shape, circlesBeside(areas, index)) }]
        }
        const cells = places[index]
        const outline = cells && outlineOfPlace(cells)
        const bounds = outline && boundsOf(outline)
        return bounds ? [{ color, outline, middle: middleOf(bounds) }] : []
      }),
    [areas, places],
  )
}

/** True until the outlines of all compared areas have arrived, or a request for one has failed. */
export function useAreOutlinesPending(): boolean {
  const areas = useAddress((address) => address.areas)
  return useQueries({
    queries: areas.map(({ shape }) => placeCellsOptions(zoneOf(shape))),
    combine: (results) => results.some(({ isLoading, failureCount }) => isLoading && failureCount === 0),
  })
}

/** Returns the outline of any area, a place's once its cells are known; null for a place without cells. */
export async function fetchOutline(client: QueryClient, shape: AreaShape): Promise<Outline | null> {
  if (shape.kind !== 'place') return outlineOfShape(shape)
  return outlineOfPlace(await client.fetchQuery(placeCellsOptions(shape.geo_id)))
}

/** The same function every time, so that the outlines stay the same until a place's cells arrive. */
function cellsFound(results: readonly { readonly data: PlaceCells | undefined }[]): (PlaceCells | null)[] {
  return results.map(({ data }) => data ?? null)
}

function zoneOf(shape: AreaShape) {
  return shape.kind === 'place' && !isCountryId(shape.geo_id) ? shape.geo_id : null
}

/** Returns the outline of a drawn area. */
export function outlineOfShape(shape: DrawnShape): Outline {
  switch (shape.kind) {
    case 'circle':
      return [[circleRing(shape.circle)]]
    case 'polygon':
      return [[polygonRing(shape.corners)]]
    case 'cell':
      return [[cellRing(shape.cell)]]
  }
}

function circlesBeside(areas: readonly ChosenArea[], index: number): Circle[] {
  return areas.flatMap(({ shape }, other) => (other !== index && shape.kind === 'circle' ? [shape.circle] : []))
}

/** Circles whose middles are nearer than this share of the smaller radius are around one point. */
const SAME_POINT = 0.25

/**
 * Returns where the letter of a drawn area stands: in its middle, or at the northern end of a circle where another one is
 * around the same point, because one letter would cover the other.
 */
export function letterPlace(shape: DrawnShape, circles: readonly Circle[]): LatLng {
  switch (shape.kind) {
    case 'circle': {
      const { circle } = shape
      const isBeside = (other: Circle) =>
        distanceKm(circle, other) < SAME_POINT * Math.min(circle.radius_km, other.radius_km)
      return circles.some(isBeside) ? destination(circle, circle.radius_km, 0) : circle
    }
    case 'polygon':
      return circleAround(shape.corners)
    case 'cell':
      return cellCenter(shape.cell)
  }
}
