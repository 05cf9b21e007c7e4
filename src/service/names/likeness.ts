import { editDistance } from '../../domain/names/edit-distance.ts'

/** Weight of how much of the name was typed; how much of the typed text was found weighs the rest. */
const NAME_SHARE = 0.25
/** Factor for a score over the trigrams of the typed text alone: the rest of a long name may not be typed yet. */
const PARTIAL_SHARE = 0.85

/** Discount on likeness by letters alone, without trigrams. */
const LETTERS_ALONE = 0.25

/** Numbers of trigrams in the typed text, in a name, and in both. */
export interface TrigramCounts {
  readonly ofTyped: number
  readonly ofName: number
  readonly shared: number
}

/**
 * How similar a folded name is to the typed text, from 0 to 1: the mean of shared trigrams and of letters in place, or
 * the letters alone at a discount, because one error in a short name can leave a single shared trigram.
 */
export function likeness(typed: string, name: string, counts: TrigramCounts): number {
  const whole = wholeLikeness(typed, name)
  const mean = (trigramLikeness(counts) + Math.max(whole, wordLikeness(typed, name))) / 2
  return Math.max(mean, whole - LETTERS_ALONE)
}

/** The Dice coefficient, or the discounted share of the typed trigrams if that is higher. */
function trigramLikeness({ ofTyped, ofName, shared }: TrigramCounts): number {
  return Math.max((2 * shared) / (ofTyped + ofName), (PARTIAL_SHARE * shared) / ofTyped)
}

/** The share of letters in place, ignoring spaces: "newyork" equals "new york". */
function wholeLikeness(typed: string, name: string): number {
  const [a, b] = [typed.replaceAll(' ', ''), name.replaceAll(' ', '')]
  return 1 - editDistance(a, b) / Math.max(a.length, b.length)
}

/** The share of letters in place, comparing each typed word with the most similar word of the name, in any order. */
function wordLikeness(typed: string, name: string): number {
  const words = name.split(' ')
  const typedWords = typed.split(' ')
  let found = 0
  for (const [i, word] of typedWords.entries()) {
    // The last word may be incomplete.
    const anyEnding = i === typedWords.length - 1
    const slips = words.map((other) => editDistance(word, other, anyEnding))
    found += Math.max(0, word.length - Math.min(...slips))
  }
  const letters = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)
  const ofName = Math.min(1, found / letters(words))
  return (found / letters(typedWords)) * (1 - NAME_SHARE + NAME_SHARE * ofName)
}
