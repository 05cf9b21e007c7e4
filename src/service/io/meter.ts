import type { AccountStore, Balance } from './account-store.ts'

/** Whether one request may be spent. `unmetered`: the store could not be reached, so it is served uncounted. */
export type Charge = { kind: 'charged'; used: number } | { kind: 'spent'; used: number } | { kind: 'unmetered' }

/** Counts metered requests, and lets them pass where it cannot (interface section 8, rule 3). */
export interface Meter {
  charge(balance: Balance, allowance: number): Charge
  refund(balance: Balance): void
  /** Requests spent; null when the store cannot be reached. */
  used(balance: Balance): number | null
  /** True from a failure of the store until it works again. */
  degraded(): boolean
}

// A locked store costs its whole timeout at each try, so that after a failure it is left alone for a while.
const LEFT_ALONE_MS = 1_000

/** Meters through the account store; `report` hears of each failure. */
export function createMeter(store: AccountStore, report: (error: unknown) => void): Meter {
  let failedAt: number | null = null
  const attempt = <T>(use: () => T, otherwise: T): T => {
    if (failedAt !== null && performance.now() - failedAt < LEFT_ALONE_MS) return otherwise
    try {
      const value = use()
      failedAt = null
      return value
    } catch (error) {
      failedAt = performance.now()
      report(error)
      return otherwise
    }
  }
  return {
    charge: (balance, allowance) =>
      attempt<Charge>(
        () => {
          const used = store.charge(balance, allowance)
          return used === null ? { kind: 'spent', used: store.used(balance) } : { kind: 'charged', used }
        },
        { kind: 'unmetered' },
      ),
    refund: (balance) => attempt(() => store.refund(balance), undefined),
    // Reading is no proof that writing works, so that it does not end a degradation.
    used: (balance) => (failedAt === null ? attempt<number | null>(() => store.used(balance), null) : null),
    degraded: () => failedAt !== null,
  }
}
