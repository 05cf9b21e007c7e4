import { type Filters, readFilters } from '../../contract/service/received-filters.ts'
import type { FindFree } from '../upstream/free-answers.ts'
import { readAnswer } from '../upstream/service-answer.ts'

/** Returns the filters in the free `/meta/filters`, as they were last read; null before. */
export type ReadOfferedFilters = () => Promise<Filters | null>

export function createOfferedFilters({ free, clock }: { free: FindFree; clock: () => Date }): ReadOfferedFilters {
  let listed: Filters | null = null
  return async () => {
    const fetched = await free('/meta/filters')
    if (fetched.kind !== 'answer') return listed
    const read = readAnswer(fetched.answer, readFilters, clock())
    if (read.kind === 'ok') listed = read.value
    return listed
  }
}
