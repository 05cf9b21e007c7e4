import { charactersOf } from './code-pages.ts'
import { LETTERS } from './letter-frequencies.ts'

/** An encoding of one byte a character, by its WHATWG name or that of its code page. */
export type LegacyEncoding = string

/** Another encoding of Latin letters has to be this many times as likely as Windows-1252, which most files without a mark have. */
const MARGIN = Math.log(20)

/** Signs that texts of every language contain. */
const SIGNS = '€²³º°–—’‘“”„«»…·£§½¼®\u00a0'

/** Shares among the characters beyond ASCII, in percent as in the tables. */
const OTHER_CASE = 0.05
const SIGN = 0.02
const STRANGE_LETTER = 0.0005
const STRANGE_SIGN = 0.00005

/**
 * The encoding of a text that is not UTF-8, by how often each of its bytes from 0x80 on occurs (`counts`, by byte): the
 * encoding whose letters are the most likely for some language, written in Latin letters or not. A few letters, or letters
 * that two encodings share, do not overturn Windows-1252.
 */
export function legacyEncoding(counts: ArrayLike<number>, isLatin: boolean): LegacyEncoding {
  const likely = new Map<LegacyEncoding, number>()
  for (const { encodings, percent, margin = 1 } of Object.values(LETTERS)) {
    if (isInLatin(percent) !== isLatin) continue
    for (const encoding of encodings) {
      const ofTable = [percent, inCapitals(percent)].map((table) => {
        const total = Object.values(table).reduce((sum, share) => sum + share, 0)
        return logLikelihood(counts, encoding, (letter) => shareOf(letter, table, total))
      })
      const best = Math.max(...ofTable) - Math.log(margin)
      likely.set(encoding, Math.max(best, likely.get(encoding) ?? Number.NEGATIVE_INFINITY))
    }
  }
  const western = likely.get('windows-1252') ?? Number.NEGATIVE_INFINITY
  const [[best, likelihood] = ['windows-1252', western]] = [...likely].sort(([, a], [, b]) => b - a)
  return likelihood > western + MARGIN ? best : 'windows-1252'
}

type Percent = Readonly<Record<string, number>>

function isInLatin(percent: Percent): boolean {
  return /^\p{Script=Latin}/u.test(Object.keys(percent).join(''))
}

/** Whole columns are written in capitals. */
function inCapitals(percent: Percent): Percent {
  const capitals: Record<string, number> = {}
  for (const [letter, share] of Object.entries(percent)) {
    const capital = letter.toUpperCase()
    if (capital.length === 1) capitals[capital] = (capitals[capital] ?? 0) + share
  }
  return capitals
}

function logLikelihood(counts: ArrayLike<number>, encoding: string, share: (letter: string) => number): number {
  const characters = charactersOf(encoding)
  let sum = 0
  for (let byte = 0x80; byte <= 0xff; byte++) {
    const count = counts[byte] ?? 0
    if (count > 0) sum += count * Math.log(share(characters[byte] ?? ''))
  }
  return sum
}

/** How likely a character is in a language, among its characters beyond ASCII. */
function shareOf(letter: string, percent: Percent, total: number): number {
  const known = percent[letter]
  if (known !== undefined) return known / total
  const other = percent[letter.toLowerCase()] ?? percent[letter.toUpperCase()]
  if (other !== undefined) return (OTHER_CASE * other) / total
  if (SIGNS.includes(letter)) return SIGN
  return /\p{L}/u.test(letter) ? STRANGE_LETTER : STRANGE_SIGN
}
