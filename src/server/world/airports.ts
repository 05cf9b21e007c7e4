import type { KnownAirport } from '../../contract/known-places.ts'
import { foldName } from '../../domain/names/fold-name.ts'

/** An airport with an IATA code. */
export interface Airport extends Omit<KnownAirport, 'is_whole'> {
  /** Its name, folded, with a space on each side of every word. */
  readonly words: string
  /** The name of the town that it serves, in the same form. */
  readonly town: string
}

export const MOST_AIRPORTS = 3
const CODE = /^[a-z]{3}$/i
/** What an airport is called, folded. */
const AIRPORTS = new Set(
  [
    'airport, aeropuerto, aeroport, flughafen, aeroporto, luchthaven, lotnisko, flygplats, lufthavn, havalimanı',
    'letiště, repülőtér, аэропорт, аеропорт, αεροδρόμιο, مطار',
  ].flatMap((names) => names.split(', ').map(foldName)),
)
/** A part of an airport, at the end of a text. */
const TERMINAL = / terminal( \w)?$/
/** The fewest letters of such a word that count when typed last. */
const FEWEST_LETTERS = 3
/** Words that do not tell airports apart. */
const EMPTY = new Set(['international', 'intl', 'the', 'of', 'de', 'del', 'di', 'da', 'do', 'la', 'le', 'von', 'am'])

/**
 * Reads the world's large airports, then those with scheduled flights: `airports.tsv`, from OurAirports (in the public
 * domain).
 */
export async function loadAirports(): Promise<Airport[]> {
  const { default: table } = await import('./airports.tsv?raw')
  const [, ...lines] = table.trimEnd().split('\n')
  return lines.map((line) => {
    const [code = '', name = '', country = '', lat, lng, town = ''] = line.split('\t')
    const at = { lat: Number(lat), lng: Number(lng) }
    return { code, name, country, ...at, words: ` ${foldName(name)} `, town: ` ${foldName(town)} ` }
  })
}

/**
 * The airports of one country (lower-case alpha-2) or of all whose code is the text, or whose name has all of its words. If the
 * text says "airport", the words may be in any order, and may name the town that the airport serves.
 */
export function findAirports(airports: readonly Airport[], q: string, within: string | null = null): KnownAirport[] {
  const typed = foldName(q).replace(TERMINAL, '').split(' ')
  const isBegun = (word: string) => word.length >= FEWEST_LETTERS && [...AIRPORTS].some((each) => each.startsWith(word))
  const isOfAirport = (word: string, at: number) =>
    AIRPORTS.has(word) || (at > 0 && at === typed.length - 1 && isBegun(word))
  const isAirport = typed.some(isOfAirport)
  const named = typed.filter((word, at) => !isOfAirport(word, at) && !EMPTY.has(word))
  const [only = '', another] = named
  const code = CODE.test(only) && another === undefined ? only.toUpperCase() : null
  const words = named.map((word) => ` ${word} `)
  const isNamed = ({ words: name, town }: Airport) =>
    isAirport ? words.every((word) => name.includes(word) || town.includes(word)) : standInOrder(words, name)
  // "London" is in the names of airports of other towns, too.
  const isTown = !isAirport && airports.some(({ town }) => words.every((word) => town.includes(word)))
  const isLookedFor = words.length > 0 && code === null && !isTown
  return airports
    .filter((airport) => airport.code === code || (isLookedFor && isNamed(airport)))
    .filter(({ country }) => within === null || country === within)
    .slice(0, MOST_AIRPORTS)
    .map(({ words: name, town, ...airport }) => {
      const isOther = (word: string) => !AIRPORTS.has(word) && !EMPTY.has(word) && !town.includes(` ${word} `)
      const own = name.trim().split(' ').filter(isOther)
      const is_whole = airport.code === code || own.every((word) => typed.includes(word))
      return { ...airport, is_whole }
    })
}

/** The name beside a word such as "airport", folded; null where a text has no such word, or nothing else. */
export function townOfAirport(q: string): string | null {
  const words = foldName(q).split(' ')
  const others = words.filter((word) => !AIRPORTS.has(word) && !EMPTY.has(word))
  return others.length === 0 || words.every((word) => !AIRPORTS.has(word)) ? null : others.join(' ')
}

/** Whether a text has all words in this order, perhaps with others between: "Sa Francisco" is not Francisco de Sá Carneiro. */
function standInOrder(words: readonly string[], text: string): boolean {
  let from = 0
  return words.every((word) => {
    const at = text.indexOf(word, from)
    from = at + word.length - 1
    return at !== -1
  })
}
