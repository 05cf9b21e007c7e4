/** Keeps a failing store from delaying every request by its whole lock wait. */
export interface CircuitBreaker {
  /** Returns the result of `use`, or of `otherwise` when `use` throws and during the pause after a failure. */
  attempt<T>(use: () => T, otherwise: () => T): T
  /** True from a failure until the store works again. */
  failing(): boolean
  /** The same, after a trial with `probe` if the store has failed: without it, an end of the fault shows at the next use. */
  stillFailing(probe: () => void): boolean
}

/** How long a failed store is not tried again, in ms. */
const PAUSE_MS = 1_000
/** Lock wait of the first attempt after a failure, in ms. */
const PROBE_WAIT_MS = 50
/** Lock wait of a trial that serves nobody but the question. */
const TRIAL_WAIT_MS = 1

/** A breaker for a store that normally waits `waitMs` for locks; `report` is called with each failure. */
export function createCircuitBreaker(
  store: { waitForLocks(ms: number): void },
  { waitMs, report }: { waitMs: number; report: (error: unknown) => void },
): CircuitBreaker {
  let failedAt: number | null = null
  return {
    attempt(use, otherwise) {
      if (failedAt !== null && performance.now() - failedAt < PAUSE_MS) return otherwise()
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
    stillFailing(probe) {
      if (failedAt === null) return false
      try {
        store.waitForLocks(TRIAL_WAIT_MS)
        probe()
        store.waitForLocks(waitMs)
        failedAt = null
      } catch {
        // Reported when it began; the next use waits for locks as after any failure.
      }
      return failedAt !== null
    },
  }
}
