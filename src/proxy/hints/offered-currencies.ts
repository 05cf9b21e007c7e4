import { readFilters } from '../../contract/assumptions.ts'
import type { Withheld } from '../upstream/asking.ts'
import { readAnswer } from '../upstream/service-answer.ts'
import type { Fetched } from '../upstream/service-connection.ts'

/** The currencies that the service says it has, by its free list of filters; null where it does not say. */
export function createOfferedCurrencies(deps: {
  free: (pathAndQuery: string) => Promise<Fetched | Withheld>
  clock: () => Date
}): () => Promise<readonly string[] | null> {
  return async () => {
    const fetched = await deps.free('/meta/filters')
    if (fetched.kind !== 'answer') return null
    const read = readAnswer(fetched.answer, readFilters, deps.clock())
    return read.kind === 'ok' && read.value.currencies.length > 0 ? read.value.currencies : null
  }
}
