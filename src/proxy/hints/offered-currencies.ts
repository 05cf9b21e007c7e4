import { readFilters } from '../../contract/received-filters.ts'
import type { FindFree } from '../upstream/free-answers.ts'
import { readAnswer } from '../upstream/service-answer.ts'

/** Finds the currencies in the service's free list of filters; null when it does not list any. */
export function createOfferedCurrencies(deps: {
  free: FindFree
  clock: () => Date
}): () => Promise<readonly string[] | null> {
  return async () => {
    const fetched = await deps.free('/meta/filters')
    if (fetched.kind !== 'answer') return null
    const read = readAnswer(fetched.answer, readFilters, deps.clock())
    return read.kind === 'ok' && read.value.currencies.length > 0 ? read.value.currencies : null
  }
}
