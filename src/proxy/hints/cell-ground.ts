import type { Cell, Resolution } from '../../domain/cell.ts'
import { type Ground, groundOf } from '../../domain/ground.ts'
import { tileCells } from '../../domain/tile.ts'
import { inTurns } from '../../server/turns.ts'
import { type Land, readLand } from './land.ts'
import type { MarketGround } from './market-ground.ts'

/** What the cells of tiles lie on, and whether it is known where the service's markets are. */
export interface FoundGround {
  readonly tiles: ReadonlyMap<Cell, Ground[]>
  readonly isCoverageKnown: boolean
}

/** Finds what the cells of tiles at one resolution lie on, by their parents. Spends nothing. */
export type FindGround = (parents: readonly Cell[], resolution: Resolution) => Promise<FoundGround>

/** Land comes from a table that is read when it is first needed, markets from the service's coverage. */
export function createFindGround(markets: MarketGround): FindGround {
  let land: Promise<Land> | null = null
  const read = async (): Promise<Land> => {
    land ??= readLand()
    return land.catch((error: unknown) => {
      land = null
      throw error
    })
  }
  return async (parents, resolution) => {
    const [known, served] = await Promise.all([read(), markets.territoriesWith(resolution)])
    const tiles = await inTurns(groundsOf(known, parents, served))
    return { tiles, isCoverageKnown: served !== null }
  }
}

/** Cells in one step; at the coarsest resolution they take some milliseconds. */
const STEP = 100

function* groundsOf(
  land: Land,
  parents: readonly Cell[],
  served: ReadonlySet<string> | null,
): Generator<void, Map<Cell, Ground[]>> {
  const tiles = new Map<Cell, Ground[]>()
  for (const parent of parents) {
    const cells = tileCells(parent)
    const grounds: Ground[] = []
    for (let i = 0; i < cells.length; i += STEP) {
      grounds.push(...land.countriesIn(cells.slice(i, i + STEP)).map((countries) => groundOf(countries, served)))
      yield
    }
    tiles.set(parent, grounds)
  }
  return tiles
}
