import { foldName } from '../../domain/fold-name.ts'
import type { Level } from '../../domain/place.ts'
import { speechNow, type TownNames } from './language.ts'

/** Loads the names that the map's labels have, which are a file of their own; throws when it cannot be loaded. */
export async function loadTownNames(): Promise<TownNames> {
  return (await import('./town-names.json')).default
}

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
  const { language, towns } = speechNow()
  const entry = towns && entriesByName(towns).get(keyOf(country, name))
  if (!entry || SHARED.has(entry.key)) return null
  if (level !== 'city' && APART_FROM_PROVINCE.has(entry.key)) return null
  return entry.names[language] ?? entry.key.slice(COUNTRY_LENGTH)
}

interface Entry {
  readonly key: string
  readonly names: Readonly<Record<string, string>>
}

/** `ES `. */
const COUNTRY_LENGTH = 3

const indexes = new WeakMap<TownNames, ReadonlyMap<string, Entry>>()

/** The towns by country and each of their names, since services may write "Milan" or "Milano". */
function entriesByName(towns: TownNames): ReadonlyMap<string, Entry> {
  const known = indexes.get(towns)
  if (known) return known
  const index = new Map(
    Object.entries(towns).flatMap(([key, names]) => {
      const country = key.slice(0, COUNTRY_LENGTH - 1).toLowerCase()
      const all = [key.slice(COUNTRY_LENGTH), ...Object.values(names)]
      return all.map((name) => [keyOf(country, name), { key, names }] as const)
    }),
  )
  indexes.set(towns, index)
  return index
}

function keyOf(country: string, name: string): string {
  return `${country} ${foldName(name)}`
}
