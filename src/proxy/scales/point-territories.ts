import { LRUCache } from 'lru-cache'
import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../domain/distance.ts'
import { scaleCell } from '../../domain/scale-point.ts'
import type { FindNearestGround } from '../hints/nearest-ground.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { TakeFree } from './free-allowance.ts'
import { territoryChain } from './territory-chain.ts'

/** Returns the territories around a point, the first whose classes could apply first; null when that is unknown. */
export type FindTerritories = (point: LatLng, resolution: Resolution) => Promise<ScaleTerritory[] | null>

const FINEST: Resolution = 8
const KEPT = 10_000
// Milliseconds: places change when the service rebuilds them.
const FRESH = 3_600_000
/** Codes of refusals for a point outside every market. */
const NOWHERE = new Set(['not_covered', 'unknown_place', 'not_found'])

/** Looks points up with the service, each cell once an hour; where it names no place, the nearest ground of a market. */
export function createPointTerritories(
  upstream: Pick<Upstream, 'placesAt'>,
  findNearest: FindNearestGround,
  take: TakeFree,
): FindTerritories {
  const known = new LRUCache<Cell, ReturnType<typeof ask>>({ max: KEPT, ttl: FRESH })
  const ask = async (cell: Cell) => ((await take()) ? upstream.placesAt(cell) : null)
  const chainAt = async (cell: Cell, resolution: Resolution): Promise<ScaleTerritory[] | null> => {
    const asked = known.get(cell) ?? ask(cell)
    known.set(cell, asked)
    const answer = await asked
    if (answer?.kind === 'ok') return territoryChain(answer.value, resolution)
    if (answer?.kind === 'refused' && NOWHERE.has(answer.refusal.code)) return []
    if (known.peek(cell) === asked) known.delete(cell)
    return null
  }
  return async (point, resolution) => {
    const cell = scaleCell(point, resolution)
    const chain = await chainAt(cell, resolution)
    if (chain === null || chain.length > 0) return chain
    const nearest = await findNearest(cellCenter(cell), resolution)
    if (nearest === null) return []
    const near = await chainAt(nearest.cell, resolution)
    const { market } = nearest
    const found: ScaleTerritory[] | null =
      near?.length === 0 ? [{ geo_id: market, name: market, level: 'country' }] : near
    // To read all that is held of a large country takes long at the finest resolution.
    return found?.[0]?.level === 'country' && resolution === FINEST ? [] : found
  }
}
