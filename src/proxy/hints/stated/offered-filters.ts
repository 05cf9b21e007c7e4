import { type Filters, readFilters } from '../../../contract/service/filters/received-filters.ts'
import { readAnswer } from '../../upstream/connection/service-answer.ts'
import type { FindFree } from '../../upstream/free/free-answers.ts'

/** Returns the filters in the free `/meta/filters`, as they were last read; null before, and once the service has no such list. */
export type ReadOfferedFilters = () => Promise<Filters | null>

/** Not a fault: nothing is there, and later requests would get no other answer. */
const GONE: ReadonlySet<number> = new Set([404, 410])

export function createOfferedFilters({ free, clock }: { free: FindFree; clock: () => Date }): ReadOfferedFilters {
  let listed: Filters | null = null
  return async () => {
    const fetched = await free('/meta/filters')
    if (fetched.kind !== 'answer') return listed
    const read = readAnswer(fetched.answer, readFilters, clock())
    if (read.kind === 'ok') listed = read.value
    if (GONE.has(fetched.answer.status)) listed = null
    return listed
  }
}
