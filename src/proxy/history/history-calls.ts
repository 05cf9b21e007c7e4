import { HISTORY_PARAMETERS } from '../../contract/assumptions.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/refusals.ts'

/** True when a service's history can be asked for named months. */
export function takesLabels(parameters: ReadonlySet<string>): boolean {
  return parameters.has(HISTORY_PARAMETERS.from) && parameters.has(HISTORY_PARAMETERS.to)
}

/** The lesson on how many cells one call may have, each counted once for every period. */
const BUDGET = 'history cells'

/** Returns how many cells one call may have, each counted once for every period; null while no call was refused. */
export async function learnedBudget(ledger: LessonLedger): Promise<number | null> {
  const learned = await ledger.learned(BUDGET)
  return typeof learned === 'number' ? learned : null
}

export async function learnBudget(ledger: LessonLedger, limit: number): Promise<void> {
  await ledger.amend(BUDGET, (before) => (typeof before === 'number' ? Math.min(before, limit) : limit))
}

export const UNDER_WAY = ownRefusal('under_way', 'Somebody else is buying this history. Look again in a moment.')
export const COSTS_MORE = ownRefusal(
  'costs_more',
  'The statistics service answers for fewer cells at once than was known, so the history takes more calls. Look at the cost again.',
)
