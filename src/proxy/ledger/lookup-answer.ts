/** The possible results of a free look-up, and the numbers that ledgers store for them. */
const NUMBERS = { listings: 1, no_listings: 0, not_covered: -1 } as const
export type LookupAnswer = keyof typeof NUMBERS

/** Why a tile is reported as empty, although it could still be bought. */
export type EmptyReason = Exclude<LookupAnswer, 'listings'>

/** Returns why a look-up calls a tile empty; null when it has listings, or nothing is known. */
export function emptyReason(answer: LookupAnswer | null): EmptyReason | null {
  return answer === 'listings' ? null : answer
}

export function numberOfLookup(answer: LookupAnswer): number {
  return NUMBERS[answer]
}

/** Returns the result that a stored number stands for. */
export function readLookup(stored: number): LookupAnswer {
  if (stored === NUMBERS.listings) return 'listings'
  return stored === NUMBERS.not_covered ? 'not_covered' : 'no_listings'
}
