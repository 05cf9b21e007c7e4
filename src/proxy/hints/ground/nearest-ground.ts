import { cellToChildren, getRes0Cells, gridRing, latLngToCell } from 'h3-js'
import { LRUCache } from 'lru-cache'
import { type Cell, RESOLUTIONS, type Resolution, trustCell } from '../../../domain/cell.ts'
import { cellCenter, cellsAround, distanceKm, type LatLng } from '../../../domain/distance.ts'
import { largeCache } from '../../../server/storage/large-cache.ts'
import { inTurns, nextTurn } from '../../../server/work/turns.ts'
import type { Land, ReadLand } from './land.ts'
import type { MarketGround, ServedTerritories } from './market-ground.ts'

/** A cell that touches ground of a market (lower-case alpha-2). */
export interface NearestGround {
  readonly cell: Cell
  readonly market: string
}

/**
 * Finds the ground nearest to a point where a market may have figures at the resolution, exact to about 300 km beyond a
 * distance of 500 km; null when there is no market, or it is not known where they are. Spends nothing.
 */
export type FindNearestGround = (point: LatLng, resolution: Resolution) => Promise<NearestGround | null>

/** Rings of cells around the point, fine ones first: they reach 7, 50 and 500 km. */
const SEARCHES = [
  { resolution: 8, rings: 8 },
  { resolution: 6, rings: 8 },
  { resolution: 4, rings: 12 },
] as const
/** Rings of cells of resolution 3, as far as the widest search. They rule out most points without a market nearby. */
const NEAR_RINGS = 5
/** Cells of the world that are searched, nearest first, where no market is near. */
const FAR_RESOLUTION = 2
const REMEMBERED = 5_000
// Milliseconds, as long as the proxy relies on the service's coverage.
const FRESH = 3_600_000

/** Searches ring by ring, so that the nearest ring with ground decides, and remembers what it found. */
export function createFindNearestGround(markets: MarketGround, readLand: ReadLand): FindNearestGround {
  const remembered = largeCache<string, { found: NearestGround | null }>(REMEMBERED, FRESH)
  const everywhere = createFindEverywhere(markets)
  return async (point, resolution) => {
    const [land, served] = await Promise.all([readLand(), markets.territoriesWith(resolution)])
    if (served === null) return null
    const key = `${point.lat},${point.lng} ${territoriesKey(served)}`
    const known = remembered.get(key)
    if (known !== undefined) return known.found
    const around = cellsAround(trustCell(latLngToCell(point.lat, point.lng, 3)), NEAR_RINGS)
    const isNear = (await markets.touching(served, around)).length > 0
    const near = isNear ? await inTurns(searchAround(land, point, served)) : null
    const found = near ?? (await inTurns(searchFar(land, point, served, await everywhere(served))))
    remembered.set(key, { found })
    return found
  }
}

/** Returns a function that finds all cells of the world with ground of markets, in turns, and remembers them. */
function createFindEverywhere(markets: MarketGround): (served: ServedTerritories) => Promise<Cell[]> {
  const remembered = new LRUCache<string, Cell[]>({ max: RESOLUTIONS.length })
  return async (served) => {
    const key = territoriesKey(served)
    const known = remembered.get(key)
    if (known !== undefined) return known
    const found: Cell[] = []
    for (const base of getRes0Cells()) {
      await nextTurn()
      found.push(...(await markets.touching(served, cellToChildren(base, FAR_RESOLUTION).map(trustCell))))
    }
    remembered.set(key, found)
    return found
  }
}

function territoriesKey(served: ServedTerritories): string {
  return [...served.keys()].sort().join()
}

function* searchFar(
  land: Land,
  point: LatLng,
  served: ServedTerritories,
  cells: readonly Cell[],
): Generator<void, NearestGround | null> {
  const byDistance = cells.map((cell) => ({ cell, km: distanceKm(cellCenter(cell), point) }))
  for (const { cell } of byDistance.sort((a, b) => a.km - b.km)) {
    yield
    // What counts as ground there reaches 100 km around towns, so a cell may have no land.
    const found = nearestOf(cellToChildren(cell, 4).map(trustCell), land, point, served)
    if (found !== null) return found
  }
  return null
}

function* searchAround(land: Land, point: LatLng, served: ServedTerritories): Generator<void, NearestGround | null> {
  for (const { resolution, rings } of SEARCHES) {
    const middle = latLngToCell(point.lat, point.lng, resolution)
    for (let ring = 0; ring <= rings; ring++) {
      const found = nearestOf(gridRing(middle, ring).map(trustCell), land, point, served)
      if (found !== null) return found
      yield
    }
  }
  return null
}

function nearestOf(cells: readonly Cell[], land: Land, point: LatLng, served: ServedTerritories): NearestGround | null {
  const countries = land.countriesIn(cells)
  const found = cells.flatMap((cell, index) => {
    const market = [...(countries[index] ?? [])].sort().flatMap((country) => served.get(country) ?? [])[0]
    return market === undefined ? [] : [{ cell, market, km: distanceKm(cellCenter(cell), point) }]
  })
  return found.sort((a, b) => a.km - b.km)[0] ?? null
}
