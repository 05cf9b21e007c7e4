import { foldName } from './fold-name.ts'
import { regionCode, wordsOfRegion } from './region-codes.ts'
import { namesOfRegion } from './region-names.ts'

/** A typed text, split into a name and the words that say where it is: `gracia` and `barcelona`. Both are folded. */
export interface NameInContext {
  readonly name: string
  readonly context: string
  /** Whether the words that say where may be incomplete. */
  readonly isOpen: boolean
  /** Whether the name was typed last, so that it may be incomplete. */
  readonly isNameLast: boolean
}

/** What the words beside a name may refer to. */
export interface Surroundings {
  /** Lower-case alpha-2. */
  readonly country: string
  /** Names of the places around it. */
  readonly around: readonly string[]
  /**
   * Further codes of the places around it. Codes used instead of a region's name, such as IL for Illinois, are known
   * anyway.
   */
  readonly codes?: readonly string[]
}

const MOST_WORDS = 8
/** The fewest letters of an incomplete word. */
const LEAST_BEGINNING = 3
/** Languages in which the names of countries are understood, besides their codes. */
const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ca', 'nl', 'pl', 'sv', 'tr', 'ru', 'ar', 'zh', 'ja']
/** Informal names of countries, which no list of their names has. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  us: ['usa', 'america'],
  gb: ['uk', 'england', 'scotland', 'wales', 'great britain'],
  nl: ['holland'],
  cz: ['czech republic'],
  ae: ['uae'],
}

/**
 * The ways to split several words into a name and its surroundings, in either order, longer names first. Words that say where may
 * be incomplete only at the end of the text, and readings with whole words come first: "Nord Sud" is Sud in Nord rather than Süd
 * in Nordrhein-Westfalen.
 */
export function readingsOf(typed: string): NameInContext[] {
  const words = foldName(typed).split(' ').slice(0, MOST_WORDS)
  const whole: NameInContext[] = []
  const open: NameInContext[] = []
  const addTrailing = (name: string, context: string) => {
    whole.push({ name, context, isOpen: false, isNameLast: false })
    open.push({ name, context, isOpen: true, isNameLast: false })
  }
  const comma = typed.indexOf(',')
  const [name, context] = [foldName(typed.slice(0, Math.max(0, comma))), foldName(typed.slice(comma + 1))]
  if (name !== '' && context !== '') addTrailing(name, context)
  for (let length = words.length - 1; length >= 1; length--) {
    const rest = words.length - length
    addTrailing(words.slice(0, length).join(' '), words.slice(length).join(' '))
    const name = words.slice(rest).join(' ')
    whole.push({ name, context: words.slice(0, rest).join(' '), isOpen: false, isNameLast: true })
  }
  return [...whole, ...open]
}

/**
 * Whether a folded text may be the beginning of a name beside words that say where. It has to be long enough or a number, and
 * the words have to be the whole name of a place around it: a single word of that name would match too often.
 */
export function isBeginning(name: string, context: string, { country, around }: Surroundings): boolean {
  if (!isLongEnough(name)) return false
  return around.some((each) => foldName(each) === context) || namesOfCountry(country).includes(context)
}

/**
 * Whether a folded name begins with a folded text. Only a text typed last, or one that ends in a digit, may end within a word of
 * the name: "north london" is not Northolt.
 */
export function goesOn(name: string, text: string, isLast: boolean): boolean {
  return name.startsWith(isLast || /\d$/.test(text) ? text : `${text} `)
}

/** Whether a folded text is specific enough to be searched as the beginning of a name. */
export function isLongEnough(name: string): boolean {
  return name.length >= LEAST_BEGINNING || /^\d/.test(name)
}

/**
 * Whether the words that say where name the places around a place, or begin such a name in an open reading. Single words of local
 * names count, and so do codes and whole names in other languages. Single words of the latter do not, because they say little:
 * "Nord" is in "Rhénanie-du-Nord".
 */
export function isAround(
  { context, isOpen }: Pick<NameInContext, 'context' | 'isOpen'>,
  { country, around, codes = [] }: Surroundings,
): boolean {
  const own = around.flatMap((name) => foldName(name).split(' '))
  const typed = around.map((name) => regionCode(country, name)).filter((code) => code !== null)
  const single = new Set([...own, country, ...typed, ...codes.map((code) => code.toLowerCase())])
  const whole = [...around.flatMap((name) => namesOfRegion(country, name)), ...namesOfCountry(country)]
  const begins = (text: string) =>
    isOpen && text.length >= LEAST_BEGINNING && [...own, ...whole].some((name) => name.startsWith(text))
  // Each remainder of the text is tried once, because names that begin alike could be combined in very many ways.
  const unknown = new Set<string>()
  const areKnown = (text: string): boolean => {
    if (text === '' || begins(text)) return true
    if (unknown.has(text)) return false
    const [word = ''] = text.split(' ', 1)
    const names = [...whole, ...(single.has(word) ? [word] : [])]
    const isKnown = names.some(
      (name) => `${text} `.startsWith(`${name} `) && areKnown(text.slice(name.length).trimStart()),
    )
    if (!isKnown) unknown.add(text)
    return isKnown
  }
  return areKnown(context)
}

/** The surroundings of a place, from its country and GeoNames' code of its region alone. */
export function surroundingsOfRegion({ country, admin }: { country: string; admin: string }): Surroundings {
  const { names, codes } = wordsOfRegion(country, admin)
  return { country, around: names, codes }
}

/** The words of a longer text among which names are searched, at most, and the fewest letters of such a name. */
const MOST_PARTS_OF = 8
const LEAST_LETTERS = 4
/** What any city has, although some cities have been called so: Las Vegas is not meant in "Seville old town". */
const PART_OF_ANY_CITY =
  /^(?:(?:the )?old town|(?:city|town) cent(?:er|re)|down ?town|casco (?:antiguo|viejo|historico)|centro (?:ciudad|historico)|vieille ville|centre ville|altstadt|innenstadt)$/

/**
 * The parts of a text that may be a name by themselves, folded and grouped by their number of words. The last segment between
 * commas comes first, and longer parts before shorter ones. Parts with digits are left out ("10115 Berlin"), and so is what
 * any city has.
 */
export function partsOf(typed: string): string[][] {
  const whole = foldName(typed)
  const isName = (part: string) =>
    part.length >= LEAST_LETTERS && !/\d/.test(part) && part !== whole && !PART_OF_ANY_CITY.test(part)
  const segments = typed.split(',').map(foldName).reverse().slice(0, MOST_PARTS_OF)
  return segments.flatMap((segment) => {
    const words = segment.split(' ').slice(0, MOST_PARTS_OF)
    const lengths = words.map((_, index) => words.length - index)
    const runs = lengths.map((length) =>
      words.slice(length - 1).map((_, from) => words.slice(from, from + length).join(' ')),
    )
    return runs.map((parts) => parts.filter(isName)).filter((parts) => parts.length > 0)
  })
}

const countryNames = new Map<string, readonly string[]>()
/** By language. Each takes milliseconds to make, and there would be one for each name. */
const regionNames = new Map<string, Intl.DisplayNames>()

/** A country's names (lower-case alpha-2) in the languages that are understood, folded. */
export function namesOfCountry(code: string): readonly string[] {
  const held = countryNames.get(code)
  if (held) return held
  const names = [...LANGUAGES.map((language) => nameOfCountry(code, language)), ...(NICKNAMES[code] ?? [])]
  const unique = [...new Set(names.map(foldName))].filter((name) => name !== '')
  countryNames.set(code, unique)
  return unique
}

function nameOfCountry(code: string, language: string): string {
  if (!/^[a-z]{2}$/.test(code)) return ''
  const names = regionNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
  regionNames.set(language, names)
  return names.of(code.toUpperCase()) ?? ''
}
