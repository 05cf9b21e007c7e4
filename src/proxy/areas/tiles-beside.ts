import { PURCHASE_TILES_MAX } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { cellsAround } from '../../domain/distance.ts'

/** Returns the parents of tiles beside an area's; none for an area so large that its calls have no room for them. */
export function tilesBeside(parents: readonly Cell[]): Cell[] {
  if (parents.length > PURCHASE_TILES_MAX) return []
  const own = new Set(parents)
  const beside = new Set(parents.flatMap((parent) => cellsAround(parent, 1)))
  return [...beside].filter((parent) => !own.has(parent)).slice(0, PURCHASE_TILES_MAX)
}
