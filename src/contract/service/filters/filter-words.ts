/** How a service spells the values of its filters, so that an answer's echo can be compared with what was asked. */

import { DEFAULT_AD_SUB_TYPE, type Lens } from '../../../domain/lens.ts'
import { foldName } from '../../../domain/names/fold-name.ts'
import type { FilterSpec } from '../assumptions.ts'

/** The spellings of the value that was asked for, and those of all others, as `spelling` writes them. */
export interface ValueWords {
  readonly own: readonly string[]
  readonly others: readonly string[]
}

export const NO_WORDS: ValueWords = { own: [], others: [] }

/** By parameter: all filters of the list. */
export type FilterWords = Readonly<Record<string, ValueWords>>

/**
 * Returns the words that a list of filters has for those of a lens, and for the offer, which always has a value. A list
 * without the value that was asked for tells nothing, and has no words for it.
 */
export function filterWordsOf(filters: readonly FilterSpec[], lens: Lens): FilterWords {
  const asked = new Map(Object.entries({ ad_sub_type: DEFAULT_AD_SUB_TYPE, ...lens }))
  const words = filters.flatMap((filter) => {
    const value = asked.get(filter.parameter)
    if (filter.kind !== 'choice' || !filter.values.some((each) => each.value === value)) {
      return [[filter.parameter, NO_WORDS] as const]
    }
    const spellings = (isOwn: boolean) =>
      filter.values.flatMap((each) => ((each.value === value) === isOwn ? [each.value, each.label] : [])).map(spelling)
    const own = spellings(true)
    return [[filter.parameter, { own, others: spellings(false).filter((word) => !own.includes(word)) }] as const]
  })
  return Object.fromEntries(words)
}

/** One text for the spellings of a value: without case, marks, separators and the ending of a plural. */
export function spelling(value: string): string {
  const folded = foldName(value)
    .replaceAll(/(?<=\p{L}{2})(?:ies|y)(?= |$)/gu, 'i')
    .replaceAll(/(?<=\p{L}{2})(?:es|s|e)(?= |$)/gu, '')
  // A sign tells values apart: 3 and 3+, 2 and -2.
  return value.replaceAll(/[^+<>≥≤]/g, '') + folded
}
