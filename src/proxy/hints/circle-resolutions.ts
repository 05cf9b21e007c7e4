import { latLngToCell } from 'h3-js'
import { cellParent, RESOLUTIONS, type Resolution, trustCell } from '../../domain/cell.ts'
import { type Circle, circleCells } from '../../domain/distance.ts'
import { GROUND_RESOLUTION } from './ground/ground-cells.ts'
import type { MarketGround } from './ground/market-ground.ts'

/**
 * Returns the resolutions, ascending, at which a market around the circle has figures, according to the free
 * `/coverage`. All resolutions if no market is there, or if that is not known.
 */
export async function circleResolutions(ground: MarketGround, circle: Circle): Promise<readonly Resolution[]> {
  const cells = [...circleCells(circle, 4), trustCell(latLngToCell(circle.lat, circle.lng, 4))]
  const parents = [...new Set(cells.map((cell) => cellParent(cell, GROUND_RESOLUTION)))]
  const outside = await Promise.all(RESOLUTIONS.map((resolution) => ground.outside(parents, resolution)))
  const held = RESOLUTIONS.filter((_, index) => (outside[index]?.size ?? 0) < parents.length)
  return held.length === 0 ? RESOLUTIONS : held
}
