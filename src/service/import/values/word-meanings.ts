import { foldName } from '../../../domain/names/fold-name.ts'
import { OFFER_WORDS, type OfferMeaning, PROPERTY_WORDS } from '../../listings/listing-words.ts'

/** Fields whose cells are words with one meaning each. */
export const WORD_FIELDS = ['property_type', 'ad_sub_type', 'rooms', 'country'] as const
export type WordField = (typeof WORD_FIELDS)[number]

/** The languages in which country names are known, as are other words. */
export const LANGUAGES: readonly string[] = [
  ...['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'cs', 'ro', 'tr', 'ca', 'sv', 'nb', 'da'],
  ...['ru', 'uk', 'bg', 'el', 'hu', 'fi', 'hr', 'sl', 'sk', 'et', 'lv', 'lt'],
  ...['ja', 'zh-Hans', 'zh-Hant', 'ko', 'th', 'vi', 'id', 'ar', 'he'],
]

const TYPES = byWord(PROPERTY_WORDS)
const OFFERS = byWord(OFFER_WORDS)
/** The words that a known phrase begins with: most words of a description do not, and need no search. */
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...TYPES.keys(), ...OFFERS.keys()].map((phrase) => phrase.split(' ', 1)[0] ?? phrase),
)
/** Words that a general word beside them does not contradict: a duplex apartment is a duplex, a share for sale a share. */
const GENERAL: Readonly<Record<string, readonly string[]>> = {
  apartment: ['studio', 'duplex', 'penthouse'],
  house: ['townhouse'],
  buy: ['share'],
  rent: ['share', 'deposit'],
}
const MOST_WORDS = 4
/**
 * A viager states only a part of its price; "not for rent", "rent to own", "wanted to buy" and "home swap" contain
 * words of an offer that they are not.
 */
const NEITHER =
  /\b(?:viager|not|nicht|niet|to own|wanted|swap|looking for|suchen?|gesuch|gesucht|tausch|busco|buscamos|busca|procuro|procura|cherche|recherche|cerco|cercasi|zoekt?|gezocht|szukam|poszukuje|hledam|caut|ariyorum|sokes|soges)\b/

/** A home "for sale or swap" has a price, at which it can be bought. */
const OR_SWAP =
  / (?:or|oder|o|ou|of|lub|nebo|sau|veya|eller|and|und|y|e|et) (?:home )?(?:swap|exchange|tausch|permuta|intercambio|echange|scambio)$/

function offerIn(folded: string): string | null {
  return NEITHER.test(folded) ? null : meaningIn(OFFERS, folded)
}

/** A longer text is a description, which says more than one thing. */
const LONGEST = 1000

/** "3 ROOM", "3-Zimmer" and "2 oda 1 salon" count the rooms of a home; they do not say that a room is offered. */
const ROOM_COUNT =
  /^\d+(?: 5)? (?:rooms?|zimmer|oda|quartos?|chambres?|pokoj|stanza|kamers?|camera|habitacion|habitaciones|habitacio|vaerelse)(?: \d \p{L}+)?$/u

/** A code or a count, such as the 1.0 of a column with gaps, which without its point would be the Turkish studio 1+0. */
const NUMBER = /^-?\d+(?:[.,]\d+)?$/

/** What one text means in a field: a type, an offer, a number of rooms or an alpha-2 code; null when it is not known. */
export function meaningOf(field: WordField, text: string): string | null {
  if (text.length > LONGEST) return null
  return meaningAsWritten(field, text) ?? (IN_ONE_WORD.test(text) ? meaningAsWritten(field, wordsApart(text)) : null)
}

/** ApartmentUnitFlat and ForSale, as programs write words. */
const IN_ONE_WORD = /^\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u

function wordsApart(text: string): string {
  return text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}

function meaningAsWritten(field: WordField, text: string): string | null {
  switch (field) {
    case 'property_type':
      return NUMBER.test(text) || ROOM_COUNT.test(foldName(text)) ? null : meaningIn(TYPES, text)
    case 'ad_sub_type':
      return offerIn(foldName(text.replace(/[/+&,]/g, ' or ')).replace(OR_SWAP, ''))
    case 'rooms':
      return roomsIn(text)
    case 'country':
      return countryIn(text)
  }
}

/** 50% share of flat, 1/2 Anteil. (The owners of whole flats can have a share of the freehold, and one on the land.) */
const PART_OF_HOME =
  /(?:^|[\s(])(?:[1-9]\d? ?%|1\/[2-9]) (?:(?:share|ownership|interest)(?! (?:of|in) (?:the )?(?:freehold|land|company))|anteil|proindiviso)\b/i

/**
 * The offer that a type states: rent, as of `Residential Lease` beside `Residential` and of rooms in homes, or a share of
 * the ownership; null for others. Codes of a letter or two mean something else in every file.
 */
export function offerOfType(text: string): 'rent' | 'share' | null {
  if (text.length <= 2) return null
  const offer = meaningOf('ad_sub_type', text)
  if (offer === 'share' || PART_OF_HOME.test(text)) return 'share'
  return offer === 'rent' || meaningOf('property_type', text) === 'room' ? 'rent' : null
}

/** Property types that are no homes. */
const NO_HOMES: ReadonlySet<string> = new Set(['land', 'office', 'retail', 'warehouse', 'garage'])

/**
 * The type that an advertisement's title begins with, if it is a room or no home and no home follows: "Parking space in
 * Soho", but neither "Garage and flat" nor "Industrial loft". Null for other titles. The title is folded, as `foldName` does.
 */
export function typeBeforeHomes(folded: string): string | null {
  const words = folded.split(' ')
  const lengths = Array.from({ length: MOST_WORDS }, (_, i) => MOST_WORDS - i)
  const first = lengths.map((length) => TYPES.get(words.slice(0, length).join(' '))).find((type) => type !== undefined)
  if (first === undefined || first === 'room') return first ?? null
  const isOfHomes = [...foundIn(TYPES, folded)].some((type) => !NO_HOMES.has(type))
  return NO_HOMES.has(first) && !isOfHomes ? first : null
}

/** Whether a longer text, such as a title, names a share of the ownership among other offers; `folded` is what `foldName` makes of it. */
export function namesShare(text: string, folded: string): boolean {
  return phrasesIn(OFFERS, folded.split(' ')).includes('share') || PART_OF_HOME.test(text)
}

/** Whether a text has no word of an offer, nor of somebody who looks for a home or swaps one. */
export function hasNoOffer(text: string): boolean {
  const folded = foldName(wordsApart(text))
  return !NEITHER.test(folded) && foundIn(OFFERS, folded).size === 0
}

/** Whether a whole text is a word for an offer. */
export function isOfferWord(text: string, offer: OfferMeaning): boolean {
  return OFFERS.get(foldName(text)) === offer
}

function byWord(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const pairs = Object.entries(table).flatMap(([value, words]) =>
    words.split(',').map((word) => [word, value] as const),
  )
  return new Map(
    pairs.flatMap(([word, value]) =>
      [word, umlautsSpelt(word)].map((spelling) => [foldName(spelling), value] as const),
    ),
  )
}

function umlautsSpelt(word: string): string {
  return word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
}

/** The meaning of a whole text, else the one meaning that the known words within it share. */
function meaningIn(table: ReadonlyMap<string, string>, text: string): string | null {
  const folded = foldName(text)
  const whole = table.get(folded)
  if (whole !== undefined) return whole
  const found = foundIn(table, folded)
  // An apartment in a villa is an apartment.
  const [home = '', place] = folded.split(WITHIN, 2)
  if (found.size > 1 && place !== undefined) return meaningIn(table, home)
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

/** The preposition between a home and the building that it is in. */
const WITHIN = / (?:in|im|en|em|dans|w|we|v|ve) /

function foundIn(table: ReadonlyMap<string, string>, folded: string): Set<string> {
  const found = new Set(phrasesIn(table, folded.split(' ')))
  for (const [general, special] of Object.entries(GENERAL)) {
    if (special.some((value) => found.has(value))) found.delete(general)
  }
  return found
}

/** The meanings of the longest known phrases, from left to right; single letters count only by themselves. */
function phrasesIn(table: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    let length = FIRST_WORDS.has(words[at] ?? '') ? Math.min(MOST_WORDS, words.length - at) : 0
    const phrase = () => words.slice(at, at + length).join(' ')
    while (length > 0 && (phrase().length < 2 || !table.has(phrase()))) length--
    if (length > 0) found.push(table.get(phrase()) ?? '')
    at += Math.max(length, 1)
  }
  return found
}

/**
 * After a number: 1-2, T2-T3, 10/12, "2 or 3", 3,7, "2 BHK - 3 BHK", 2LDK～3LDK, "1+1 / 2+1", "1-bedroom to 3-bedroom" and "2, 3 BHK". A half, as in
 * the Swiss 4.5 and 3½, leaves the number as it is.
 */
const OTHER_NUMBER = new RegExp(
  [
    String.raw`^\s*(?:[-–—~～/;&]|(?:to|bis|a|à|do|y|e|et|ou|or|oder)(?!\p{L}))\s*[TFV]?\s?\d`,
    String.raw`^[.,](?!0+(?!\d)|5(?!\d))\d`,
    String.raw`^,\s+\d+(?!\s*(?:ba|wc|t|s))`,
    String.raw`^[\s-]*(?:BHK|RK|L?D?K|bed(?:room)?s?|\+\s*(?:\d|kk))\s*(?:[-–—~～/,;&]|to|and|or)\s*\d+[\s-]*(?:BHK|RK|L?D?K|bed(?:room)?s?|\+)`,
  ].join('|'),
  'iu',
)

/** Bedrooms: "3", "3.0", "2 bedrooms", "T3", "3+kk", "Zimmer: 4", and 0 for a studio and for the Turkish "1+0" and "Stüdyo (1+0)". */
function roomsIn(text: string): string | null {
  const compact = text.trim()
  if (/^1\s*\+\s*0$|\(1\s?\+\s?0\)$/.test(compact)) return '0'
  const [, number, rest = ''] = /^(?:[TFV]\s?)?(\d{1,9})(?!\d)(.*)$/i.exec(compact) ?? []
  if (number !== undefined) return OTHER_NUMBER.test(rest) ? null : number
  if (TYPES.get(foldName(text)) === 'studio') return '0'
  const numbers = compact.match(/\d+/g) ?? []
  if (numbers.length === 1 && !compact.startsWith('-')) return numbers[0] ?? null
  return numbers.length === 0 && phrasesIn(TYPES, foldName(text).split(' ')).includes('studio') ? '0' : null
}

/** Codes and names that are not in ISO 3166's alpha-2, or are not a country's present name. */
const OTHER_COUNTRY_NAMES =
  'uk:gb,el:gr,great britain:gb,england:gb,scotland:gb,wales:gb,northern ireland:gb,usa:us,u s a:us,united states of america:us,eeuu:us,ee uu:us,holland:nl,the netherlands:nl,czech republic:cz,república checa:cz,ceska republika:cz,turkey:tr,turkiye cumhuriyeti:tr,brasil:br,esp:es,fra:fr,deu:de,ita:it,prt:pt,gbr:gb,irl:ie,nld:nl,bel:be,aut:at,che:ch,pol:pl,cze:cz,svk:sk,hun:hu,rou:ro,tur:tr,swe:se,nor:no,dnk:dk,fin:fi,can:ca,aus:au,nzl:nz,bra:br,arg:ar,mex:mx,chl:cl,col:co,per:pe,ury:uy,ecu:ec,pan:pa,cri:cr,dom:do,zaf:za,ind:in,jpn:jp,chn:cn'

let countries: ReadonlyMap<string, string> | null = null

/** Names of countries in all languages, after the Unicode CLDR that Node has. */
function countryNames(): ReadonlyMap<string, string> {
  if (countries) return countries
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  // Former codes have the names of what they became: FX is France too, and YU Serbia.
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => presentCode(code) === code)
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
  const known = codes.flatMap((code) =>
    names.flatMap((of) => {
      const name = of.of(code)
      return name === undefined ? [] : [[foldName(name), code.toLowerCase()] as const]
    }),
  )
  const others = OTHER_COUNTRY_NAMES.split(',').map((pair) => pair.split(':') as [string, string])
  countries = new Map([...known, ...others.map(([name, code]) => [foldName(name), code] as const)])
  return countries
}

function countryIn(text: string): string | null {
  const code = text.trim().toLowerCase()
  const named = countryNames().get(foldName(text))
  if (named !== undefined) return named
  return /^[a-z]{2}$/.test(code) ? presentCode(code.toUpperCase()).toLowerCase() : null
}

/** The code that a country has now, for one that it had: SU is RU. */
function presentCode(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code
}
