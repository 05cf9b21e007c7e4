import { type Cell, cellResolution } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import type { Level } from '../../domain/place.ts'
import { type NamedTown, speechNow, type TownNames } from './language.ts'

/** Towns that share one of their names with others of their country. */
const SHARED: ReadonlySet<string> = new Set(['US Philadelphia', 'US Washington, D.C.'])
/** Towns that share one of their names with a province or region, which has other names in other languages. */
const APART_FROM_PROVINCE: ReadonlySet<string> = new Set([
  'GT Guatemala City',
  'KW Kuwait City',
  'MX Mexico City',
  'PA Panamá',
])

interface Town {
  readonly name: string
  readonly level: Level
  /** Lower-case alpha-2. */
  readonly country: string
}

/**
 * Returns what the map calls a city in the language in force, and a province or region that is named after one. Null where it
 * has no other name, and for districts and neighbourhoods, which often have the name of some city elsewhere.
 */
export function townInLanguage({ name, level, country }: Town): string | null {
  if (level === 'country' || level === 'macrozone' || level === 'microzone') return null
  return nameOf(
    townsCalled(name).findLast((town) => town.country === country),
    level,
  )
}

/**
 * Kilometres between a town's point, which is rounded to 0.1 degrees, and the cells with its name. Coarse cells are named after
 * its province; the others lie in the town itself, and farther off there are villages of the same name.
 */
const NEARBY_KM = { province: 120, town: 50 }
const FINEST_OF_PROVINCE = 5

/**
 * Returns what the map calls the town near a cell that has a name. A cell tells neither the country nor the level of the place
 * that it is named after. Null where no town nearby has that name, or it has no other one.
 */
export function townNearby(name: string, cell: Cell): string | null {
  const towns = townsCalled(name)
  // Most of the thousands of cells in view have no such name.
  if (towns.length === 0) return null
  const point = cellCenter(cell)
  const most = NEARBY_KM[cellResolution(cell) <= FINEST_OF_PROVINCE ? 'province' : 'town']
  return nameOf(
    towns.find(({ at: [lat, lng] }) => distanceKm(point, { lat, lng }) <= most),
    'province',
  )
}

function nameOf(town: Entry | undefined, level: Level): string | null {
  if (!town || SHARED.has(town.key) || (level !== 'city' && APART_FROM_PROVINCE.has(town.key))) return null
  return town.names[speechNow().language] ?? town.key.slice(COUNTRY_LENGTH)
}

interface Entry extends NamedTown {
  readonly key: string
  readonly country: string
}

/** `ES `. */
const COUNTRY_LENGTH = 3

interface Index {
  readonly byFoldedName: ReadonlyMap<string, readonly Entry[]>
  /** By names as they were asked for: folding one for each row of a table takes long. */
  readonly asked: Map<string, readonly Entry[]>
}

const indexes = new WeakMap<TownNames, Index>()

/** The towns with a name, since services may write "Milan" or "Milano". */
function townsCalled(name: string): readonly Entry[] {
  const { towns } = speechNow()
  if (!towns) return []
  const { byFoldedName, asked } = indexOf(towns)
  const known = asked.get(name) ?? byFoldedName.get(foldName(name)) ?? []
  asked.set(name, known)
  return known
}

function indexOf(towns: TownNames): Index {
  const known = indexes.get(towns)
  if (known) return known
  const byFoldedName = new Map<string, Entry[]>()
  for (const [key, town] of Object.entries(towns)) {
    const entry = { ...town, key, country: key.slice(0, COUNTRY_LENGTH - 1).toLowerCase() }
    const names = new Set([key.slice(COUNTRY_LENGTH), ...Object.values(town.names)].map(foldName))
    for (const name of names) byFoldedName.set(name, [...(byFoldedName.get(name) ?? []), entry])
  }
  const index = { byFoldedName, asked: new Map() }
  indexes.set(towns, index)
  return index
}
