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
const LONG_FORMS = new Map(
  Object.entries(SHORT_FORMS).flatMap(([short, longs]) => longs.map((long) => [long, short] as const)),
)
/** How a language without marks on its letters writes ä, ö, ü, å and ø. */
const DIGRAPHS = [/ae/g, /oe/g, /ue/g, /aa/g] as const
const MOST = 12
/** An article that has lost its vowel, such as l’ or d’. */
const ELIDED = /(^|[\s-])\p{L}['’ʼ](?=\p{L})/gu

/**
 * Returns the ways to spell a text, folded, its own first: with words such as "St" written out or shortened ("st denis", "saint
 * denis"), and with the letters that stand for marked ones ("koeln", "koln").
 */
export function spellingsOf(text: string): readonly string[] {
  const own = foldName(text)
  const plain = DIGRAPHS.reduce((name, digraph) => name.replaceAll(digraph, (letters) => letters.charAt(0)), own)
  const found = new Set([own, plain])
  for (const [at, word] of own.split(' ').entries()) {
    const others = SHORT_FORMS[word] ?? (LONG_FORMS.get(word) === undefined ? [] : [LONG_FORMS.get(word) ?? ''])
    for (const name of [...found]) {
      for (const other of others) found.add(name.split(' ').with(at, other).join(' '))
    }
  }
  return [...found].filter((name) => name !== '').slice(0, MOST)
}

/** Returns a name folded, and where an article is joined to it by an apostrophe, without that: "lhospitalet", "hospitalet". */
export function foldedNames(name: string): readonly string[] {
  return [...new Set([foldName(name), foldName(name.replaceAll(ELIDED, '$1'))])]
}
