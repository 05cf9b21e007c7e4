import { HEADERS } from '../../contract/limits.ts'
import { nameOf } from './expectations.ts'
import type { Answer } from './http-client.ts'
import { Skipped } from './skipped.ts'

/** The used quota that a response states; skips the check when it states none (the store may be unavailable). */
export function usedOf(answer: Answer): number {
  const used = answer.headers.get(HEADERS.quotaUsed)
  if (used === null) throw new Skipped(`${nameOf(answer)} (${answer.status}) does not state the used quota`)
  return Number(used)
}

/** Whether a response belongs to a counted group. */
export function isCounted({ headers }: Answer): boolean {
  return headers.get(HEADERS.quotaLimit) !== 'uncounted'
}
