import { gridDisk, latLngToCell } from 'h3-js'
import { type Cell, type Resolution, trustCell } from '../domain/cell.ts'
import { TILE_DEPTH } from '../domain/tile.ts'

/** Parents of tiles at a resolution around Barcelona, nearest first. */
export function parentsAround(resolution: Resolution, count: number): Cell[] {
  const centre = latLngToCell(41.39, 2.17, resolution - TILE_DEPTH)
  const rings = Math.ceil(Math.sqrt(count / 3)) + 1
  return gridDisk(centre, rings).slice(0, count).map(trustCell)
}
