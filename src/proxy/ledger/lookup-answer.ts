/** What a free look-up says of a place, and the number that stands for it in ledgers. */
const NUMBERS = { listings: 1, no_listings: 0, not_covered: -1 } as const
export type LookupAnswer = keyof typeof NUMBERS

/** Why nothing is bought at a place, though it could be. */
export type Silence = Exclude<LookupAnswer, 'listings'>

export function numberOfLookup(answer: LookupAnswer): number {
  return NUMBERS[answer]
}

/** The answer that a number stands for. */
export function readLookup(stored: number): LookupAnswer {
  if (stored === NUMBERS.listings) return 'listings'
  return stored === NUMBERS.not_covered ? 'not_covered' : 'no_listings'
}
