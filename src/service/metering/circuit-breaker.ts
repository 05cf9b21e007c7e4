/** Keeps a failing store from delaying every request by its whole lock wait. */
export interface CircuitBreaker {
  /** Returns the result of `use`, or of `otherwise` when `use` throws and during the pause after a failure. */
  attempt<T>(use: () => T, otherwise: () => T): T
  /** True from a failure until the store works again. */
  failing(): boolean
  /**
   * The same, after a trial with `probe` if the store has failed; without a trial, only the next use shows that the
   * fault is over.
   */
  stillFailing(probe: () => void): boolean
}

/** How long a failed store is not tried again, in ms. */
const PAUSE_MS = 1_000
/** Lock wait of the first attempt after a failure, in ms. */
const PROBE_WAIT_MS = 50
/** Lock wait of a trial, which serves no request. */
const TRIAL_WAIT_MS = 1

/** Called once when a store begins to fail, and once when it works again. */
export interface StoreFaults {
  begin(error: unknown): void
  end(): void
}

/** A breaker for a store that normally waits `waitMs` for locks. */
export function createCircuitBreaker(
  store: { waitForLocks(ms: number): void },
  { waitMs, faults }: { waitMs: number; faults: StoreFaults },
): CircuitBreaker {
  let failedAt: number | null = null
  const recover = () => {
    store.waitForLocks(waitMs)
    failedAt = null
    faults.end()
  }
  return {
    attempt(use, otherwise) {
      if (failedAt !== null && performance.now() - failedAt < PAUSE_MS) return otherwise()
      try {
        if (failedAt !== null) store.waitForLocks(PROBE_WAIT_MS)
        const value = use()
        if (failedAt !== null) recover()
        return value
      } catch (error) {
        if (failedAt === null) faults.begin(error)
        failedAt = performance.now()
        return otherwise()
      }
    },
    failing: () => failedAt !== null,
    stillFailing(probe) {
      if (failedAt === null) return false
      try {
        store.waitForLocks(TRIAL_WAIT_MS)
        probe()
        recover()
      } catch {
        // Reported when it began; the next use waits for locks as after any failure.
      }
      return failedAt !== null
    },
  }
}
