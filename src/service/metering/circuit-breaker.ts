/** Keeps a store that fails from costing its whole wait for a lock at every request. */
export interface CircuitBreaker {
  /** What `use` answers; where it throws, or while the store is left alone after a failure, what `otherwise` does. */
  attempt<T>(use: () => T, otherwise: () => T): T
  /** True from a failure until the store works again. */
  failing(): boolean
}

/** How long a store that failed is left alone, in ms. */
const LEFT_ALONE_MS = 1_000
/** How long a store that failed may take to show that it works again, in ms. */
const PROBE_WAIT_MS = 50

/** A breaker over a store that waits `waitMs` for locks while it works; `report` hears of each failure. */
export function createCircuitBreaker(
  store: { waitForLocks(ms: number): void },
  { waitMs, report }: { waitMs: number; report: (error: unknown) => void },
): CircuitBreaker {
  let failedAt: number | null = null
  return {
    attempt(use, otherwise) {
      if (failedAt !== null && performance.now() - failedAt < LEFT_ALONE_MS) return otherwise()
      try {
        if (failedAt !== null) store.waitForLocks(PROBE_WAIT_MS)
        const value = use()
        if (failedAt !== null) store.waitForLocks(waitMs)
        failedAt = null
        return value
      } catch (error) {
        failedAt = performance.now()
        report(error)
        return otherwise()
      }
    },
    failing: () => failedAt !== null,
  }
}
