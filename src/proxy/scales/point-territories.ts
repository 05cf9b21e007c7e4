import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../domain/distance.ts'
import { scaleCell } from '../../domain/scale-point.ts'
import { largeCache } from '../../server/storage/large-cache.ts'
import type { FindNearestGround } from '../hints/ground/nearest-ground.ts'
import { isAbsent } from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { TakeFree } from './free-allowance.ts'
import { territoryChain } from './territory-chain.ts'

/** Territories whose classes could apply at a point, in the order in which they are tried; null when that is unknown. */
export interface PointTerritories {
  /** Those around the point; none where the service names no place. */
  readonly around: (point: LatLng, resolution: Resolution, take: TakeFree) => Promise<ScaleTerritory[] | null>
  /** Those around the nearest ground of a market, however far; none where there is no market. */
  readonly near: (point: LatLng, resolution: Resolution, take: TakeFree) => Promise<ScaleTerritory[] | null>
}

const KEPT = 10_000
// Milliseconds: places change when the service rebuilds them.
const FRESH = 3_600_000
/** Codes of refusals for a point outside every market. */
const NOWHERE = new Set(['not_covered', 'unknown_place'])

/** Looks points up with the service, each cell once an hour; `take` returns false when there were too many. */
export function createPointTerritories(
  upstream: Pick<Upstream, 'placesAt'>,
  findNearest: FindNearestGround,
): PointTerritories {
  const known = largeCache<Cell, ReturnType<typeof ask>>(KEPT, FRESH)
  const ask = async (cell: Cell, take: TakeFree) => ((await take()) ? upstream.placesAt(cell) : null)
  const chainAt = async (cell: Cell, resolution: Resolution, take: TakeFree): Promise<ScaleTerritory[] | null> => {
    const asked = known.get(cell) ?? ask(cell, take)
    known.set(cell, asked)
    const answer = await asked
    if (answer?.kind === 'ok') return territoryChain(answer.value, resolution)
    if (answer?.kind === 'refused' && (NOWHERE.has(answer.refusal.code) || isAbsent(answer.refusal))) return []
    if (known.peek(cell) === asked) known.delete(cell)
    return null
  }
  return {
    around: (point, resolution, take) => chainAt(scaleCell(point, resolution), resolution, take),
    near: async (point, resolution, take) => {
      const nearest = await findNearest(cellCenter(scaleCell(point, resolution)), resolution)
      if (nearest === null) return []
      const chain = await chainAt(nearest.cell, resolution, take)
      const { market } = nearest
      // The cell may have its middle in the sea or across a border.
      const isOfMarket = chain?.some(({ geo_id }) => geo_id === market)
      const ofMarket = { geo_id: market, name: market, level: 'country', country: market } as const
      return isOfMarket === false ? [...(chain ?? []), ofMarket] : chain
    },
  }
}
