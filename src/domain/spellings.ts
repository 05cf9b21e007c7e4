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
/** An article that has lost its vowel, such as l’ or d’. */
const ELIDED = /(^|[\s-])\p{L}['’ʼ](?=\p{L})/gu
/** What is written for letters where a keyboard has none with marks. */
const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const MARKED = new RegExp(`[${Object.keys(DIGRAPHS).join('')}]`, 'gu')

/**
 * Returns the ways to write a typed text, folded, its own first: with words such as "St" written out or shortened ("st denis",
 * "saint denis").
 */
export function spellingsOf(text: string): readonly string[] {
  const own = foldName(text)
  const found = new Set([own])
  const words = own.split(' ')
  // Alone, such a word is the beginning of many names, and its other form may be a place: "ST" is a name of Sète.
  if (words.length === 1) return own === '' ? [] : [own]
  for (const [at, word] of words.entries()) {
    for (const name of [...found]) {
      for (const other of OTHER_FORMS.get(word) ?? []) found.add(name.split(' ').with(at, other).join(' '))
    }
  }
  return [...found].filter((name) => name !== '').slice(0, MOST)
}

/**
 * Returns a name folded, its own form first; then without an article that an apostrophe joins to it ("lhospitalet", "hospitalet"),
 * and with two letters for one with a mark ("koln", "koeln").
 */
export function foldedNames(name: string): readonly string[] {
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(MARKED, (letter) => DIGRAPHS[letter] ?? letter)
  return [...new Set([name, name.replaceAll(ELIDED, '$1'), spelled].map(foldName))]
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
