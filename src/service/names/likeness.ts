import { editDistance } from './edit-distance.ts'

/** How much of what was typed must be found weighs more than how much of the name was typed. */
const NAME_SHARE = 0.25
/** Of a trigram score that counts what was typed only, since the rest of a long name may just not be typed. */
const PARTIAL_SHARE = 0.85

/** What is taken from likeness that trigrams do not bear out. */
const LETTERS_ALONE = 0.25

/** Trigrams of what was typed, of a name, and of both. */
export interface TrigramCounts {
  readonly ofTyped: number
  readonly ofName: number
  readonly shared: number
}

/**
 * How alike a folded name is to what was typed, 0 to 1: the mean of shared trigrams and of letters in place; or by the
 * letters alone, at a discount, since one slip in a short name may leave it a single trigram.
 */
export function likeness(typed: string, name: string, counts: TrigramCounts): number {
  const whole = wholeLikeness(typed, name)
  const mean = (trigramLikeness(counts) + Math.max(whole, wordLikeness(typed, name))) / 2
  return Math.max(mean, whole - LETTERS_ALONE)
}

/** The Dice coefficient, or the share of what was typed where that says more. */
function trigramLikeness({ ofTyped, ofName, shared }: TrigramCounts): number {
  return Math.max((2 * shared) / (ofTyped + ofName), (PARTIAL_SHARE * shared) / ofTyped)
}

/** Letters in place over all, spaces aside: "newyork" is "new york". */
function wholeLikeness(typed: string, name: string): number {
  const [a, b] = [typed.replaceAll(' ', ''), name.replaceAll(' ', '')]
  return 1 - editDistance(a, b) / Math.max(a.length, b.length)
}

/** Letters in place, each typed word held against the word of the name that is likest, in any order. */
function wordLikeness(typed: string, name: string): number {
  const words = name.split(' ')
  const typedWords = typed.split(' ')
  let found = 0
  for (const [i, word] of typedWords.entries()) {
    // The last word may be in the middle of being typed.
    const anyEnding = i === typedWords.length - 1
    const slips = words.map((other) => editDistance(word, other, anyEnding))
    found += Math.max(0, word.length - Math.min(...slips))
  }
  const letters = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)
  const ofName = Math.min(1, found / letters(words))
  return (found / letters(typedWords)) * (1 - NAME_SHARE + NAME_SHARE * ofName)
}
