import { foldName } from '../../src/domain/names/fold-name.ts'
import { regionCode } from '../../src/domain/names/region-codes.ts'
import { slipsAllowed } from '../../src/domain/names/typing-slips.ts'
import type { WorldPlace, WorldPlaces } from '../../src/server/world/world-place.ts'
import type { Place, PlaceTree } from '../../src/service/places/place-tree.ts'
import { type ZoneNames, zonesOfWorldPlace } from '../../src/service/search/known-zones.ts'
import { slip } from '../../src/testing/distorted-names.ts'

export const CLASSES = [
  'exact',
  'other language',
  'misspelt',
  'partial',
  'ambiguous',
  'two words',
  'no market',
  'no market, misspelt',
  'nonsense',
] as const
export type DrawnClass = (typeof CLASSES)[number]

/** A typed text and what it means: a zone, a place of the world without one, or nothing. */
export interface DrawnName {
  readonly of: DrawnClass
  readonly typed: string
  readonly zone: Place | null
  readonly town: WorldPlace | null
}

type Random = () => number

const TRIES = 2_000
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** Draws names of the gazetteer evenly over the classes; another seed draws others. */
export function drawNames(book: ZoneNames, world: WorldPlaces, count: number, random: Random): DrawnName[] {
  const draws = drawersOf(book, world, random)
  return Array.from({ length: count }, (_, turn) => {
    const of = CLASSES[turn % CLASSES.length] as DrawnClass
    for (let tries = 0; tries < TRIES; tries++) {
      const drawn = draws[of]()
      if (drawn) return { zone: null, town: null, ...drawn, of }
    }
    throw new Error(`the gazetteer has no name for the class "${of}"`)
  })
}

type Drawer = () => (Partial<DrawnName> & { typed: string }) | null

function drawersOf(book: ZoneNames, world: WorldPlaces, random: Random): Record<DrawnClass, Drawer> {
  const { tree } = book
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const zones = tree.places.filter(({ level }) => level !== 'country')
  const shared = zones.filter(({ name }) => book.names.named(name).length > 1)
  const misspell = (name: string) => {
    const slips = slipsAllowed(foldName(name).replaceAll(' ', '').length)
    let typed = name
    // Half of the long names have only one typing error.
    for (let i = 0; i < (slips === 2 && random() < 0.5 ? 1 : slips); i++) typed = slip(typed, random)
    return slips === 0 || spellsAnother(typed) ? null : typed
  }
  // Nobody can tell that "Limo" is the beginning of Limoux when it is a name of Lima, or "Notre" a slip in Norte.
  const spellsAnother = (typed: string) =>
    foldName(typed).length < 2 ||
    world.named(typed).length > 0 ||
    book.names.search(typed, { limit: 1, minimumScore: 1 }).some(({ tier }) => tier < 3)
  const townWithoutZone = () => {
    const town = world.at(Math.floor(random() * world.size))
    return zonesOfWorldPlace(book, world, town).length === 0 ? town : null
  }
  return {
    exact() {
      const zone = pick(zones)
      return { typed: zone.name, zone }
    },
    'other language'() {
      const town = world.at(Math.floor(random() * world.size))
      const [zone] = zonesOfWorldPlace(book, world, town)
      const names = world.namesOf(town).filter((name) => zone && name !== foldName(zone.name) && name.length >= 3)
      return zone && names.length > 0 ? { typed: pick(names), zone, town } : null
    },
    misspelt() {
      const zone = pick(zones)
      const typed = misspell(zone.name)
      return typed === null ? null : { typed, zone }
    },
    partial() {
      const { name } = pick(zones)
      const least = Math.max(4, Math.ceil(name.length / 2))
      const length = least + Math.floor(random() * (name.length - least))
      if (world.named(name.slice(0, length)).length > 0) return null
      return name.length > least
        ? { typed: name.slice(0, length), zone: pick(zones.filter((zone) => zone.name === name)) }
        : null
    },
    ambiguous() {
      const zone = pick(shared)
      return { typed: zone.name, zone }
    },
    'two words'() {
      const zone = pick(zones)
      const context = contextOf(tree, zone, pick)
      if (context === null) return null
      return { typed: pick([`${zone.name} ${context}`, `${zone.name}, ${context}`, `${context} ${zone.name}`]), zone }
    },
    'no market'() {
      const town = townWithoutZone()
      return town && { typed: random() < 0.5 ? town.name : pick(world.namesOf(town)), town }
    },
    'no market, misspelt'() {
      const town = townWithoutZone()
      const typed = town && misspell(town.name)
      return typed ? { typed, town } : null
    },
    nonsense() {
      return { typed: nonsense(pick) }
    },
  }
}

function contextOf(tree: PlaceTree, zone: Place, pick: <T>(list: readonly T[]) => T): string | null {
  const around = tree.ancestors(zone).filter(({ level }) => level !== 'country')
  const codes = around.map(({ name }) => regionCode(zone.country, name)).filter((code) => code !== null)
  const names = around.map(({ name }) => name).filter((name) => name !== zone.name)
  return pick([...names, ...codes, countryNames.of(zone.country.toUpperCase()) ?? zone.country])
}

/** Twelve letters that can be pronounced and mean nothing. */
function nonsense(pick: <T>(list: readonly T[]) => T): string {
  const syllable = () => pick([...'bdfgjklmprstvxz']) + pick([...'aeiou']) + pick(['', 'x', 'q', 'k', 'zz'])
  return Array.from({ length: 5 }, syllable).join('')
}
