import { HEADERS } from '../../contract/limits.ts'
import { nameOf } from './expectations.ts'
import type { Answer } from './http-client.ts'
import { NotShown } from './not-shown.ts'

/** What a metered answer says was spent; ends the check where the service does not say (its store may be away). */
export function usedOf(answer: Answer): number {
  const used = answer.headers.get(HEADERS.quotaUsed)
  if (used === null) throw new NotShown(`${nameOf(answer)} (${answer.status}) does not say what was spent`)
  return Number(used)
}

/** Whether an answer belongs to a group that is counted. */
export function isCounted({ headers }: Answer): boolean {
  return headers.get(HEADERS.quotaLimit) !== 'uncounted'
}
