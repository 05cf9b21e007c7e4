import type { CoverageCountry } from '../../contract/coverage.ts'
import { type Cell, cellParent, cellResolution, type Resolution } from '../../domain/cell.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { readTownCells, TOWN_RESOLUTION, type TownCells } from './town-cells.ts'

// Milliseconds.
const FRESH = 3_600_000
const FRESH_AFTER_FAULT = 60_000

/** Where the service's markets are, and at which resolutions they have figures. */
export interface MarketGround {
  /**
   * Returns the parents that are far from every town of every market with figures at the resolution. Parents finer than
   * 3 have their own look-ups, so they are returned only when they are near a market without figures.
   */
  outside(parents: readonly Cell[], resolution: Resolution): Promise<Set<Cell>>
}

/**
 * Requests the free `/coverage` at most once an hour, and reads the table of towns when it is first needed. Without an
 * answer no parent counts as outside.
 */
export function createMarketGround({ upstream, elapsed }: { upstream: Upstream; elapsed: () => number }): MarketGround {
  type Markets = readonly CoverageCountry[] | null
  let known: { until: number; markets: Promise<Markets> } | null = null
  let towns: Promise<TownCells> | null = null
  const find = async (): Promise<Markets> => {
    const result = await upstream.coverage()
    if (result.kind === 'ok') return result.value.countries
    if (known) known.until = elapsed() + FRESH_AFTER_FAULT
    return null
  }
  return {
    outside: async (parents, resolution) => {
      if (known === null || elapsed() >= known.until) known = { until: elapsed() + FRESH, markets: find() }
      const markets = await known.markets
      if (markets === null || markets.length === 0) return new Set()
      const isAnyLookedUp = parents.some((parent) => cellResolution(parent) > TOWN_RESOLUTION)
      // Most services have every market at every resolution.
      if (isAnyLookedUp && markets.every((market) => isHeldAt(market, resolution))) return new Set()
      towns ??= readTownCells()
      const read = await towns.catch((error: unknown) => {
        towns = null
        throw error
      })
      return new Set(outsideOf(markets, read, parents, resolution))
    },
  }
}

function isHeldAt({ h3_resolutions }: CoverageCountry, resolution: Resolution): boolean {
  return h3_resolutions.includes(resolution)
}

function outsideOf(
  markets: readonly CoverageCountry[],
  towns: TownCells,
  parents: readonly Cell[],
  resolution: Resolution,
): Cell[] {
  const served = new Set(markets.map(({ country }) => country))
  const held = new Set(markets.filter((market) => isHeldAt(market, resolution)).map(({ country }) => country))
  if (![...held].every(towns.isPlaced)) return []
  return parents.filter((parent) => {
    const finest = cellResolution(parent)
    const near = towns.countriesNear(cellParent(parent, Math.min(finest, TOWN_RESOLUTION)))
    const nearOf = (countries: ReadonlySet<string>) => [...countries].some((country) => near.has(country))
    return nearOf(served) ? !nearOf(held) : finest <= TOWN_RESOLUTION
  })
}
