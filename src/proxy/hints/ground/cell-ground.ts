import pLimit from 'p-limit'
import type { Cell, Resolution } from '../../../domain/cell.ts'
import { type Ground, groundOf } from '../../../domain/ground.ts'
import { tileCells } from '../../../domain/tile.ts'
import { largeCache } from '../../../server/storage/large-cache.ts'
import { inTurns } from '../../../server/work/turns.ts'
import type { Land, ReadLand } from './land.ts'
import type { MarketGround, ServedTerritories } from './market-ground.ts'

/** What the cells of tiles lie on, and whether it is known where the service's markets are. */
export interface FoundGround {
  readonly tiles: ReadonlyMap<Cell, readonly Ground[]>
  readonly isCoverageKnown: boolean
}

/**
 * Finds what the cells of tiles at one resolution lie on, by their parents. Spends nothing; rejects with `Gone` once
 * `signal` is aborted.
 */
export type FindGround = (parents: readonly Cell[], resolution: Resolution, signal: AbortSignal) => Promise<FoundGround>

/** Tiles whose ground is remembered: a few hundred bytes each. */
const REMEMBERED = 20_000

/** Land comes from a table, markets from the service's coverage. */
export function createFindGround(markets: MarketGround, read: ReadLand): FindGround {
  const remembered = largeCache<string, readonly Ground[]>(REMEMBERED)
  // One tile after another: requests for the same tiles, which come together, then compute them once.
  const alone = pLimit(1)
  return async (parents, resolution, signal) => {
    const [known, served] = await Promise.all([read(), markets.territoriesWith(resolution)])
    const among = served === null ? 'unknown' : [...served.keys()].sort().join()
    const tiles = new Map<Cell, readonly Ground[]>()
    for (const parent of parents) {
      const key = `${parent} ${among}`
      const grounds =
        remembered.get(key) ??
        (await alone(async () => remembered.get(key) ?? inTurns(groundsOf(known, parent, served), signal)))
      remembered.set(key, grounds)
      tiles.set(parent, grounds)
    }
    return { tiles, isCoverageKnown: served !== null }
  }
}

/** Cells in one step; at the coarsest resolution they take some milliseconds. */
const STEP = 25

function* groundsOf(land: Land, parent: Cell, served: ServedTerritories | null): Generator<void, readonly Ground[]> {
  const cells = tileCells(parent)
  const grounds: Ground[] = []
  for (let i = 0; i < cells.length; i += STEP) {
    if (i > 0) yield
    const some = cells.slice(i, i + STEP)
    const countries = land.countriesIn(some)
    grounds.push(...some.map((cell, at) => groundAt(land, cell, countries[at] ?? new Set(), served)))
  }
  return grounds
}

function groundAt(land: Land, cell: Cell, countries: ReadonlySet<string>, served: ServedTerritories | null): Ground {
  const ground = groundOf(countries, served)
  return ground === 'market' && !land.isInland(cell) ? 'shore' : ground
}
