import { readFilters } from '../../contract/assumptions.ts'
import type { Withheld } from '../upstream/asking.ts'
import { readAnswer } from '../upstream/service-answer.ts'
import type { Fetched } from '../upstream/service-connection.ts'

/** Finds the currencies in the service's free list of filters; null when it does not list any. */
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
