import { LOCK_WAIT_MS } from '../storage/sqlite.ts'
import { createCircuitBreaker, type StoreFaults } from './circuit-breaker.ts'
import type { Balance, DayUse, MaybeLater } from './spent-store.ts'
import type { SqliteSpent } from './sqlite-spent.ts'

/** The outcome of charging a request. `unmetered`: the store is unavailable, so the request is served uncounted. */
export type Charge = { kind: 'charged'; used: number } | { kind: 'spent'; used: number } | { kind: 'unmetered' }

/** Counts metered requests; lets them pass when it cannot (interface section 8, rule 3). */
export interface Meter {
  charge(balance: Balance, allowance: number): MaybeLater<Charge>
  refund(balance: Balance): MaybeLater<void>
  /** Requests spent; null when the store is unavailable. */
  used(balance: Omit<Balance, 'day'>): MaybeLater<number | null>
  /** Requests by day and group since a day, newest first. */
  usedByDay(account: number, since: string): MaybeLater<readonly DayUse[]>
  /** Records the last day on which a token was used. */
  noteUse(token: number, day: string): void
  /** True after a failure of the store, until it works again. */
  degraded(): boolean
}

/** What a meter needs of the file of accounts. */
export interface MeteredStore extends SqliteSpent {
  noteUse(token: number, day: string): void
  waitForLocks(ms: number): void
}

/** Creates a meter on the file of accounts. */
export function createMeter(store: MeteredStore, faults: StoreFaults): Meter {
  const breaker = createCircuitBreaker(store, { waitMs: LOCK_WAIT_MS, faults })
  const noted = new Map<number, string>()
  return {
    charge: (balance, allowance) =>
      breaker.attempt<Charge>(
        () => {
          const used = store.charge(balance, allowance)
          return used === null ? { kind: 'spent', used: store.used(balance) } : { kind: 'charged', used }
        },
        () => ({ kind: 'unmetered' }),
      ),
    refund: (balance) =>
      breaker.attempt(
        () => store.refund(balance),
        () => {},
      ),
    used: (balance) =>
      breaker.attempt<number | null>(
        () => {
          // Successful reading does not prove that writing works.
          if (breaker.failing()) store.probe()
          return store.used(balance)
        },
        () => null,
      ),
    usedByDay: (account, since) => store.usedByDay(account, since),
    noteUse(token, day) {
      // Written once per day and token, so that most requests do not pay for it.
      if (noted.get(token) === day) return
      breaker.attempt(
        () => {
          store.noteUse(token, day)
          noted.set(token, day)
        },
        () => {},
      )
    },
    degraded: () => breaker.stillFailing(() => store.probe()),
  }
}
