import { foldName } from './fold-name.ts'
import { goesOn, isAround, isBeginning, readingsOf } from './name-context.ts'
import { isTurned, nearness, OTHER_LANGUAGE } from './near-names.ts'
import { foldedNames, isShortForm, isSpelled, spellingsOf } from './spellings.ts'

/**
 * How a typed text names a place: exactly, in any of its languages; by a beginning of its
 * name or of one of the words; exactly, beside words that say where or with its words in another order; or not, so that it is
 * only similar.
 */
export type NameMatch = 'exact' | 'context' | 'beginning' | 'similar'

/** Better matches first. */
export const MATCHES: readonly NameMatch[] = ['exact', 'beginning', 'context', 'similar']

/** A place as far as its name goes. */
export interface NamedPlace {
  readonly name: string
  readonly country: string
  /** Names of the places that it lies in. */
  readonly around: readonly string[]
  /** Names in other languages, folded. */
  readonly others: readonly string[]
}

/** From this population on, a place is known by its names in other languages too. */
const LARGE = 100_000

/** Whether a place is known far beyond its country. */
export function isLarge({ population }: { population: number }): boolean {
  return population >= LARGE
}

/**
 * Whether a text that names a place exactly is its own name or a short form of it, or the name of a large place in another
 * language.
 */
export function isSurelyNamed(typed: string, { name, population }: { name: string; population: number }): boolean {
  return isSpelled(typed, name) || isShortForm(typed, name) || isLarge({ population })
}

/**
 * A city that has a name only in another language comes before a town of that name if it is this many times as
 * populous.
 */
const OWN_NAME = 5

/**
 * How likely a place with this name is meant: its population, multiplied if the name is its own ("Borisoglebsk" was
 * also a name of Daugavpils).
 */
export function likelihood(typed: string, { name, population }: { name: string; population: number }): number {
  return isSpelled(typed, name) ? population * OWN_NAME : population
}

/** Judges a place by its names alone, whatever order a service gave it. */
export function matchName(typed: string, { name, country, around, others }: NamedPlace): NameMatch {
  const texts = spellingsOf(typed)
  const names = new Set([...foldedNames(name), ...others])
  if (texts.some((text) => names.has(text))) return 'exact'
  // What stands after a comma says where: "West, Eng" is not the beginning of West Englewood.
  const isWhole = !/,\s*\S/.test(typed)
  if (isWhole && [...names].some((each) => texts.some((text) => beginsAtWord(each, text)))) return 'beginning'
  if ([...names].some((each) => texts.some((text) => isTurned(text, each)))) return 'context'
  const isInContext = readingsOf(typed).some((reading) => {
    const { context, isNameLast } = reading
    const isOne = (text: string) =>
      names.has(text) ||
      (isBeginning(text, context, { country, around }) &&
        foldedNames(name).some((each) => goesOn(each, text, isNameLast)))
    return spellingsOf(reading.name).some(isOne) && isAround(reading, { country, around })
  })
  return isInContext ? 'context' : 'similar'
}

/**
 * The fewest typing errors between the text and one of the names; one in another language counts as farther, and so does one
 * whose words are joined or split.
 */
export function leastSlips(typed: string, { name, others }: Pick<NamedPlace, 'name' | 'others'>): number {
  const texts = spellingsOf(typed)
  return Math.min(
    ...texts.map((text) => nearness(text, foldName(name))),
    ...texts.flatMap((text) => others.map((each) => nearness(text, each) + OTHER_LANGUAGE)),
  )
}

function beginsAtWord(name: string, text: string): boolean {
  return name.startsWith(text) || name.includes(` ${text}`)
}
