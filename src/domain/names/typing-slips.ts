import { editDistance } from './edit-distance.ts'
import { hasNumbersOf } from './name-numbers.ts'

/** The fewest letters of names that may have one, and two, typing errors. */
const ONE_SLIP = 4
const TWO_SLIPS = 8

/** The added distance of a name in another language, in typing errors. */
export const OTHER_LANGUAGE = 0.5

/**
 * The added distance of a name whose words are joined or split differently, in typing errors: less than for another
 * language.
 */
const WORD_BREAK = 0.25

/** The added distance of a name whose words were typed in another order. */
const WORD_ORDER = 0.4

/** How many typing errors a folded text or name of this length may have. */
export function slipsAllowed(length: number): 0 | 1 | 2 {
  return length >= TWO_SLIPS ? 2 : length >= ONE_SLIP ? 1 : 0
}

/** The most typing errors between a folded text of this length and any name, which is longer where letters were left out. */
export function mostSlips(length: number): 0 | 1 | 2 {
  return slipsAllowed(length + 2) === 2 ? 2 : slipsAllowed(length + 1)
}

/** Whether a folded text with this many typing errors may still mean a folded name; the longer of the two decides. */
export function isFewSlips(slips: number, typed: string, name: string): boolean {
  return slips <= slipsAllowed(Math.max(typed.replaceAll(' ', '').length, name.replaceAll(' ', '').length))
}

/** The typing errors between two folded names, ignoring spaces. */
export function slipsBetween(typed: string, name: string): number {
  return editDistance(typed.replaceAll(' ', ''), name.replaceAll(' ', ''))
}

/**
 * The typing errors between two folded names, with an added distance where the words are joined or split ("centre vile" is nearer
 * to Centre-Ville than to Centreville) or stand in another order ("end crouch" is nearer to Crouch End than to Edcouch).
 */
export function nearness(typed: string, name: string): number {
  const slips = slipsBetween(typed, name)
  const asTyped = editDistance(typed, name) > slips ? slips + WORD_BREAK : slips
  return Math.min(asTyped, slipsBetween(inOrder(typed), inOrder(name)) + WORD_ORDER)
}

/** Whether two folded texts of several words have the same words in different orders: "león y castilla" is Castilla y León. */
export function isTurned(typed: string, name: string): boolean {
  return typed !== name && typed.includes(' ') && inOrder(typed) === inOrder(name)
}

function inOrder(text: string): string {
  return text.split(' ').sort().join(' ')
}

/**
 * Whether a folded text may mean a folded name: the whole text has few typing errors, or each of its words has few compared with a
 * word of the name, in any order. The last word may be incomplete. Numbers must be the same.
 */
export function isNearName(typed: string, name: string): boolean {
  if (!hasNumbersOf(typed, name)) return false
  if (isFewSlips(slipsBetween(typed, name), typed, name)) return true
  const words = name.split(' ')
  const typedWords = typed.split(' ')
  let slips = 0
  for (const [i, word] of typedWords.entries()) {
    // The beginning of a word counts too, unless it is so short that it says little.
    const anyEnding = i === typedWords.length - 1 && word.length >= ONE_SLIP
    const least = Math.min(...words.map((other) => editDistance(word, other, anyEnding)))
    if (least > slipsAllowed(word.length)) return false
    slips += least
  }
  return slips <= slipsAllowed(typed.replaceAll(' ', '').length)
}
