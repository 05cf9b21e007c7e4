import { type FilterWords, filterWordsOf } from '../../../contract/service/filters/filter-words.ts'
import type { Filters } from '../../../contract/service/filters/received-filters.ts'
import { type LensKey, parseLensKey } from '../../../domain/lens.ts'
import { within } from '../../../server/work/within.ts'

/** Returns how the service spells the values of a lens, as far as it says so for free; never rejects. */
export type FindFilterWords = (lens: LensKey) => Promise<FilterWords>

/** Milliseconds that a paid answer waits for the list. */
const WAIT = 2_000

/** `offered` is the service's list of filters; null while it cannot be read. */
export function createFilterWords(offered: () => Promise<Filters | null>): FindFilterWords {
  return async (lens) => {
    const list = await within(WAIT, offered())
    return filterWordsOf(list?.filters ?? [], parseLensKey(lens) ?? {})
  }
}
