import { CORNERS_MAX, type PolygonFault } from '../../domain/polygon.ts'
import { rounded } from '../drawing/reshape.ts'
import type { AreaShape } from '../state/address/area-choice.ts'
import { fewCorners, withoutRepeats } from './few-corners.ts'
import type { OwnShape } from './own-shape.ts'

/** The radius of the circle around a point that has none in its file: as of a circle that is clicked in a city. */
const POINT_RADIUS_KM = 2

/** An area that can be compared. */
export interface OwnArea {
  readonly shape: AreaShape
  /** How many corners the file has, where that is more than an area may have; otherwise null. */
  readonly simplifiedFrom: number | null
}

/** Returns the area of a shape, or what is wrong with its outline. */
export function areaOfShape(own: OwnShape): OwnArea | PolygonFault {
  if (own.kind === 'area') return { shape: own.shape, simplifiedFrom: null }
  if (own.kind === 'point') {
    const circle = { ...rounded(own.point), radius_km: own.radius_km ?? POINT_RADIUS_KM }
    return { shape: { kind: 'circle', circle }, simplifiedFrom: null }
  }
  const given = withoutRepeats(own.outline.map(rounded))
  const corners = fewCorners(given)
  if (typeof corners === 'string') return corners
  return { shape: { kind: 'polygon', corners }, simplifiedFrom: given.length > CORNERS_MAX ? given.length : null }
}
