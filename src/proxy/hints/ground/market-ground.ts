import type { ReceivedCountry } from '../../../contract/service/coverage.ts'
import { type Cell, cellParent, cellResolution, type Resolution } from '../../../domain/cell.ts'
import { territoriesOf } from '../../../domain/territories.ts'
import type { ReadCoverage } from '../stated/coverage-reader.ts'
import { GROUND_RESOLUTION, type GroundCells, readGroundCells } from './ground-cells.ts'

/** Why there are no figures: no market has ground there, or no market there has figures at the resolution. */
export type Outside = 'elsewhere' | 'not_at_resolution'

/** The market of each territory, by their codes (lower-case alpha-2). */
export type ServedTerritories = ReadonlyMap<string, string>

/** A market's code and the resolutions at which it has figures, as in `es 4 5 6`; only the code where these are unknown. */
export type MarketName = string

/** Where the service's markets are, and at which resolutions they have figures. */
export interface MarketGround {
  /**
   * Returns the parents without any ground of a market with figures at the resolution. Parents finer than 3 have their
   * own look-ups, so they are returned only when they have ground of a market without figures, or when they are among
   * `unknown`, whose look-ups named no place.
   */
  outside(
    parents: readonly Cell[],
    resolution: Resolution,
    unknown?: ReadonlySet<Cell>,
  ): Promise<ReadonlyMap<Cell, Outside>>
  /**
   * True where a market may have listings although no name resolves in it (interface section 3): a look-up that finds
   * nothing there does not show that there is nothing.
   */
  isUnnamed(parent: Cell): Promise<boolean>
  /** Returns the names of all markets, ascending; null while they are not known. */
  served(): Promise<readonly MarketName[] | null>
  /** Returns the resolutions at which some market has figures; null while they are not known of all. */
  resolutions(): Promise<readonly number[] | null>
  /** Returns the names of the markets that may have ground under a parent. */
  marketsAt(parent: Cell): Promise<readonly MarketName[]>
  /** Returns where markets may have figures at the resolution; null when it is not known where all of them are. */
  territoriesWith(resolution: Resolution): Promise<ServedTerritories | null>
  /** Returns the cells, of resolution 1 to 3, in which one of these territories has ground; takes microseconds a cell. */
  touching(territories: ServedTerritories, cells: readonly Cell[]): Promise<Cell[]>
}

type Markets = readonly ReceivedCountry[]

/**
 * Reads the table of countries when it is first needed. Without a complete `/coverage` no parent counts as outside.
 */
export function createMarketGround({ coverage }: { coverage: ReadCoverage }): MarketGround {
  const resolutions = oncePerReading(resolutionsOf)
  const names = oncePerReading((markets) => markets.map(marketName).sort())
  let ground: Promise<GroundCells> | null = null
  const current = async (): Promise<Markets | null> => {
    const read = await coverage()
    // A market that cannot be read, or is left out, may be anywhere.
    return read === null || read.unreadable > 0 || read.isPart ? null : read.countries
  }
  const groundCells = async (): Promise<GroundCells> => {
    ground ??= readGroundCells()
    return ground.catch((error: unknown) => {
      ground = null
      throw error
    })
  }
  return {
    outside: async (parents, resolution, unknown = new Set()) => {
      const markets = await current()
      if (markets === null || markets.length === 0) return new Map()
      const isAnyLookedUp = parents.some((parent) => cellResolution(parent) > GROUND_RESOLUTION)
      // Most services have every market at every resolution.
      const isEveryHeld = markets.every((market) => isHeldAt(market, resolution))
      if (isAnyLookedUp && unknown.size === 0 && isEveryHeld) return new Map()
      return new Map(outsideOf(markets, await groundCells(), { parents, unknown }, resolution))
    },
    isUnnamed: async (parent) => {
      const markets = (await current()) ?? []
      const unnamed = markets.filter(({ searchable, prices_available }) => searchable === false && prices_available)
      if (unnamed.length === 0) return false
      const cells = await groundCells()
      const here = countriesAt(cells, parent)
      return groundOf(unnamed, markets).some((country) => here.has(country) || !cells.isPlaced(country))
    },
    marketsAt: async (parent) => {
      const markets = (await current()) ?? []
      const cells = await groundCells()
      const here = countriesAt(cells, parent)
      const mayBeHere = (code: string) => here.has(code) || !cells.isPlaced(code)
      const served = new Set(markets.map(({ country }) => country))
      const near = markets.filter(({ country }) => territoriesOf(country, served).some(mayBeHere))
      return near.map(marketName)
    },
    resolutions: async () => resolutions(await current()),
    served: async () => names(await current()),
    touching: async (territories, cells) => {
      const ground = await groundCells()
      return cells.filter((cell) => [...ground.countriesIn(cell)].some((country) => territories.has(country)))
    },
    territoriesWith: async (resolution) => {
      const markets = await current()
      if (markets === null || markets.length === 0) return null
      const held = markets.filter((market) => isHeldAt(market, resolution))
      const cells = await groundCells()
      if (!held.every(({ country }) => cells.isPlaced(country))) return null
      const served = new Set(markets.map(({ country }) => country))
      return new Map(
        held.flatMap(({ country }) => territoriesOf(country, served).map((territory) => [territory, country] as const)),
      )
    },
  }
}

/** Makes something of all markets once for each coverage: pages ask for it whenever they open. */
function oncePerReading<Made>(make: (markets: Markets) => Made): (markets: Markets | null) => Made | null {
  const made = new WeakMap<Markets, Made>()
  return (markets) => {
    if (markets === null) return null
    const known = made.get(markets) ?? make(markets)
    made.set(markets, known)
    return known
  }
}

function resolutionsOf(markets: Markets): readonly number[] | null {
  const found = new Set<number>()
  for (const { h3_resolutions } of markets) {
    if (h3_resolutions === null) return null
    for (const resolution of h3_resolutions) found.add(resolution)
  }
  return found.size === 0 ? null : [...found].sort()
}

function marketName({ country, h3_resolutions }: ReceivedCountry): MarketName {
  return [country, ...[...(h3_resolutions ?? [])].sort()].join(' ')
}

function isHeldAt({ h3_resolutions }: ReceivedCountry, resolution: Resolution): boolean {
  return h3_resolutions === null || h3_resolutions.includes(resolution)
}

function outsideOf(
  markets: readonly ReceivedCountry[],
  ground: GroundCells,
  { parents, unknown }: { parents: readonly Cell[]; unknown: ReadonlySet<Cell> },
  resolution: Resolution,
): [Cell, Outside][] {
  const held = markets.filter((market) => isHeldAt(market, resolution))
  // Figures of a market that nobody can locate may be anywhere.
  if (!held.every(({ country }) => ground.isPlaced(country))) return []
  const groundServed = groundOf(markets, markets)
  const groundHeld = groundOf(held, markets)
  return parents.flatMap((parent): [Cell, Outside][] => {
    const here = countriesAt(ground, parent)
    if (groundHeld.some((country) => here.has(country))) return []
    if (groundServed.some((country) => here.has(country))) return [[parent, 'not_at_resolution']]
    const isOpen = cellResolution(parent) <= GROUND_RESOLUTION || unknown.has(parent)
    return isOpen ? [[parent, 'elsewhere']] : []
  })
}

/** The codes of all territories in which some of the markets may have figures. */
function groundOf(some: readonly ReceivedCountry[], all: readonly ReceivedCountry[]): string[] {
  const served = new Set(all.map(({ country }) => country))
  return some.flatMap(({ country }) => territoriesOf(country, served))
}

function countriesAt(ground: GroundCells, parent: Cell): ReadonlySet<string> {
  return ground.countriesIn(cellParent(parent, Math.min(cellResolution(parent), GROUND_RESOLUTION)))
}
