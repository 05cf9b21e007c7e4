import { foldName } from './fold-name.ts'

/** A word with more letters than this has a digit by mistake: barcel0na. Postcodes have fewer: SW1A, H3Z. */
const LETTERS_OF_CODE = 3

/**
 * Whether a name has all numbers of a typed text. A number that is off by a digit names something else: 08012 is not
 * Marseille 08, and W1 is not West.
 */
export function hasNumbersOf(typed: string, name: string): boolean {
  const there = new Set(numbersIn(name))
  const words = foldName(typed).split(' ')
  return words
    .filter((word) => word.replaceAll(/\d/g, '').length <= LETTERS_OF_CODE)
    .flatMap(numbersIn)
    .every((number) => there.has(number))
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}
