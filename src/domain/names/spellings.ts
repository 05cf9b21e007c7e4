import { foldName } from './fold-name.ts'

/** Short forms of words in names, and what they stand for. */
const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  st: ['saint', 'sankt', 'sint', 'sant'],
  ste: ['sainte'],
  sta: ['santa'],
  sto: ['santo'],
  mt: ['mount'],
  ft: ['fort'],
}
const OTHER_FORMS = new Map<string, readonly string[]>([
  ...Object.entries(SHORT_FORMS),
  ...Object.entries(SHORT_FORMS).flatMap(([short, longs]) => longs.map((long) => [long, [short]] as const)),
])
const MOST = 12
/** An ordinal number, as written in the languages of the page. */
const ORDINAL = /^(\d{1,3})(?:e|er|ere|re|eme|ieme|st|nd|rd|th)$/
/** A Roman number up to 39, as in French names. A single letter is more likely the beginning of a name. */
const ROMAN = /^(?=..)(x{0,3})(ix|iv|v?i{0,3})(?:e|eme)?$/
/** A zero before a number: Marseille 08. */
const LEADING_ZERO = /(?<![\p{L}\p{N}])0+(?=[1-9])/gu
/** Between the names that a place has in two languages: Gasteiz / Vitoria, Alacant/Alicante. */
const TWO_NAMES = /(?<!\s)\s*\/\s*/
/** An article that has lost its vowel, such as l’ or d’. */
const ELIDED = /(^|[\s-])\p{L}['’ʼ](?=\p{L})/gu
/** An article before a name. Languages share some: “la” is French, Spanish, Catalan and Italian. */
const ARTICLE = /^(?:the|el|la|lo|los|las|els|les|le|il|gli|o|a|os|as|de|het|der|die|das) (?=[^ ]{3})/
/** What people type for letters with marks when their keyboard lacks them. */
const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
/** The beginning of German names as they were spelled until 1901: Cöln, Coeln, Cöthen. */
const OLD_C = /^c(?=ö|oe)/
const MARKED = new RegExp(`[${Object.keys(DIGRAPHS).join('')}]`, 'gu')

/**
 * Returns the spellings of a typed text, folded, its own first: with words such as "St" written out or shortened ("st denis",
 * "saint denis"), with ordinal numbers as in French names ("16eme", "16th" and "xvi" are "16e") or bare, and with K for the C of
 * old German names ("coeln", "koeln").
 */
export function spellingsOf(text: string): readonly string[] {
  const own = foldName(text)
  const found = new Set([own])
  if (OLD_C.test(text.trim().normalize('NFC').toLowerCase())) found.add(own.replace('c', 'k'))
  const words = own.split(' ')
  for (const [at, word] of words.entries()) {
    // A short form alone begins many names, and its long form may be a place: "ST" is a name of Sète.
    const forms = [...ordinalForms(word), ...(words.length > 1 ? (OTHER_FORMS.get(word) ?? []) : [])]
    for (const name of [...found]) {
      for (const other of forms) found.add(name.split(' ').with(at, other).join(' '))
    }
    // Every further word would multiply the ways to write the text; they come after those found so far.
    if (found.size >= MOST) break
  }
  return [...found].filter((name) => name !== '').slice(0, MOST)
}

function ordinalForms(word: string): readonly string[] {
  const number = /^0+[1-9]\d?$/.test(word) ? Number(word) : (ordinalOf(word) ?? romanOf(word))
  return number === null ? [] : [`${number}${number === 1 ? 'er' : 'e'}`, String(number)]
}

function ordinalOf(word: string): number | null {
  const [, number] = ORDINAL.exec(word) ?? []
  return number === undefined ? null : Number(number)
}

function romanOf(word: string): number | null {
  const [, tens, ones] = ROMAN.exec(word) ?? []
  if (tens === undefined || ones === undefined) return null
  const value = ones === 'ix' ? 9 : ones === 'iv' ? 4 : ones.startsWith('v') ? 4 + ones.length : ones.length
  return 10 * tens.length + value || null
}

/**
 * Returns the forms of a name, folded, its own first: without its article ("lhospitalet", "hospitalet"; "la croix
 * rousse", "croix rousse"), with two letters for one with a mark ("koln", "koeln"), without a zero before its number ("marseille 08",
 * "marseille 8"), and each of two names separated by a slash.
 */
export function foldedNames(name: string): readonly string[] {
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(MARKED, (letter) => DIGRAPHS[letter] ?? letter)
  const parts = name.includes('/') ? name.split(TWO_NAMES) : []
  const forms = [name, name.replaceAll(ELIDED, '$1'), spelled, name.replaceAll(LEADING_ZERO, ''), ...parts].map(
    foldName,
  )
  return [...new Set([...forms, ...forms.map((form) => form.replace(ARTICLE, ''))])].filter(
    (form, at) => at === 0 || form !== '',
  )
}

/** Whether a typed text is a name, however its words and letters are written. */
export function isSpelled(typed: string, name: string): boolean {
  const names = foldedNames(name)
  return spellingsOf(typed).some((text) => names.includes(text))
}

/** Whether a typed text is a name without some of its words: "Burnham" for Burnham-on-Sea. */
export function isShortForm(typed: string, name: string): boolean {
  const names = foldedNames(name).map((each) => ` ${each} `)
  return spellingsOf(typed).some((text) => names.some((each) => each.includes(` ${text} `)))
}

/** Whether several typed words are all in a name: "antiga esquerra eixample" for L’Antiga Esquerra de l’Eixample. */
export function areAmongWords(typed: string, name: string): boolean {
  const names = foldedNames(name).map((each) => new Set(each.split(' ')))
  return spellingsOf(typed).some((text) => {
    const words = text.split(' ')
    return words.length > 1 && names.some((each) => words.every((word) => each.has(word)))
  })
}
