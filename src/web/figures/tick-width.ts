import { textScale } from './text-scale.ts'

/** Returns about how wide a label of an axis is in CSS pixels, at 11 px where the reader's text is as usual; rather more than less. */
export function tickWidth(words: string): number {
  return textScale() * [...words].reduce((sum, letter) => sum + letterWidth(letter), 0)
}

function letterWidth(letter: string): number {
  if (/[.,il\s]/.test(letter)) return 3.5
  return /\d/.test(letter) ? 7 : 9
}
