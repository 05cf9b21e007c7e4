import { goesOn, isAround, isBeginning, readingsOf } from './name-context.ts'
import { hasNumbersOf } from './name-numbers.ts'
import { foldedNames, isShortForm, isSpelled, spellingsOf } from './spellings.ts'
import { isTurned, nearness, OTHER_LANGUAGE, slipsAllowed } from './typing-slips.ts'

/**
 * How a typed text names a place: `exact` in any of its languages; the `beginning` of its name or of a word of it; in `context`,
 * which is exact beside words that say where, or with its words in another order; or only `similar`.
 */
export type NameMatch = 'exact' | 'context' | 'beginning' | 'similar'

/** Better matches first. */
export const MATCHES: readonly NameMatch[] = ['exact', 'beginning', 'context', 'similar']

/** What a name is compared with. */
export interface NamedPlace {
  readonly name: string
  readonly country: string
  /** Names of the places that it lies in. */
  readonly around: readonly string[]
  /** Names in other languages, folded. */
  readonly others: readonly string[]
}

/** The population from which a place is also known by its names in other languages. */
const LARGE = 100_000

/** Whether a place is known far beyond its country. */
export function isLarge({ population }: { population: number }): boolean {
  return population >= LARGE
}

/**
 * Whether a text that names a place exactly is its own name, a short form of it, or, for a large place, its name in another
 * language.
 */
export function isSurelyNamed(typed: string, { name, population }: { name: string; population: number }): boolean {
  return isSpelled(typed, name) || isShortForm(typed, name) || isLarge({ population })
}

/**
 * How many times the population of a town a city must have to come first, when the name is the town's own but the city's only in
 * another language.
 */
const OWN_NAME = 5

/**
 * How likely a place with this name is meant: its population, multiplied if the name is its own ("Borisoglebsk" was
 * also a name of Daugavpils).
 */
export function likelihood(typed: string, { name, population }: { name: string; population: number }): number {
  return isSpelled(typed, name) ? population * OWN_NAME : population
}

/** Judges a place by its names alone, independently of a service's order. */
export function matchName(typed: string, { name, country, around, others }: NamedPlace): NameMatch {
  const texts = spellingsOf(typed)
  const names = new Set([...foldedNames(name), ...others])
  if (texts.some((text) => names.has(text))) return 'exact'
  // Words after a comma say where: "West, Eng" is not the beginning of West Englewood.
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
 * The fewest typing errors between the text and one of the names. Names in another language, and names with words joined or
 * split, count as farther.
 */
export function leastSlips(typed: string, { name, others }: Pick<NamedPlace, 'name' | 'others'>): number {
  const texts = spellingsOf(typed)
  return Math.min(
    ...texts.flatMap((text) => foldedNames(name).map((each) => nearness(text, each))),
    ...texts.flatMap((text) => others.map((each) => nearness(text, each) + OTHER_LANGUAGE)),
  )
}

/**
 * The typing errors in some of the words, where the others say where the place is: one in "kreutzberg berlin"; infinitely many
 * where the text cannot be read so.
 */
export function slipsBeside(typed: string, named: NamedPlace): number {
  const slips = readingsOf(typed).map((reading) =>
    !reading.isOpen && isAround(reading, named) ? slipsOfPart(reading.name, named.name) : Number.POSITIVE_INFINITY,
  )
  return Math.min(...slips)
}

/** The typing errors in some words of a text, where they are few for their own length: "bridge" is not Uxbridge. */
export function slipsOfPart(part: string, name: string): number {
  const slips = leastSlips(part, { name, others: [] })
  const isFew = slips <= slipsAllowed(part.replaceAll(' ', '').length) && hasNumbersOf(part, name)
  return isFew ? slips : Number.POSITIVE_INFINITY
}

function beginsAtWord(name: string, text: string): boolean {
  return name.startsWith(text) || name.includes(` ${text}`)
}
