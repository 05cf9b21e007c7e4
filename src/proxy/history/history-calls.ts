import { HISTORY_PARAMETERS } from '../../contract/assumptions.ts'
import type { Leases } from '../buying/leases.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/refusals.ts'

/** True when a service's history can be asked for named months. */
export function takesLabels(parameters: ReadonlySet<string>): boolean {
  return parameters.has(HISTORY_PARAMETERS.from) && parameters.has(HISTORY_PARAMETERS.to)
}

/** The lesson of how many cells a service answers for at once, each counted once for every period. */
const BUDGET = 'history cells'

/** Returns how many cells one call may have, each counted once for every period; null while no call was refused. */
export async function learnedBudget(ledger: LessonLedger): Promise<number | null> {
  const learned = await ledger.learned(BUDGET)
  return typeof learned === 'number' ? learned : null
}

export async function learnBudget(ledger: LessonLedger, limit: number): Promise<void> {
  await ledger.amend(BUDGET, (before) => (typeof before === 'number' ? Math.min(before, limit) : limit))
}

/** What only one purchase at a time may buy, among all processes that share the store. */
interface Turns {
  /** Takes all of the names, or none; false when a purchase under way has one of them. */
  take(names: readonly string[]): Promise<boolean>
  release(names: readonly string[]): Promise<void>
  close(): void
}

/** A lease is its process's, so purchases of the same process are kept apart here. */
export function createTurns(leases: Leases): Turns {
  const own = new Set<string>()
  const free = async (names: readonly string[]) => {
    await leases.release(names)
    for (const name of names) own.delete(name)
  }
  return {
    take: async (names) => {
      if (names.some((name) => own.has(name))) return false
      for (const name of names) own.add(name)
      try {
        const granted = await leases.take(names)
        if (names.every((name) => granted.has(name))) return true
      } catch (error) {
        for (const name of names) own.delete(name)
        throw error
      }
      await free(names)
      return false
    },
    release: free,
    close: () => leases.close(),
  }
}

export const UNDER_WAY = ownRefusal('under_way', 'Somebody else is buying this history. Look again in a moment.')
export const COSTS_MORE = ownRefusal(
  'costs_more',
  'The statistics service answers for fewer cells at once than was known, so the history takes more calls. Look at the cost again.',
)
