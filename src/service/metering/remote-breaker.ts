import type { StoreFaults } from './circuit-breaker.ts'

/** Keeps a remote store that fails from delaying every request by its whole timeout. */
export interface RemoteBreaker {
  /** Returns the result of `use`, or of `otherwise` when `use` fails and until the store works again. */
  attempt<T>(use: () => Promise<T>, otherwise: () => T): Promise<T>
  /** True from a failure until the store works again. */
  failing(): boolean
  close(): void
}

/** How often a failed store is tried, in ms. */
const PROBE_EVERY_MS = 500

/**
 * Retries a failed store with `probe`, without delaying requests. An error that `isFault` does not recognise is not the
 * store's, and is thrown.
 */
export function createRemoteBreaker(
  probe: () => Promise<unknown>,
  faults: StoreFaults,
  isFault: (error: unknown) => boolean = () => true,
): RemoteBreaker {
  let isFailing = false
  let isClosed = false
  const tryAgain = () => {
    setTimeout(() => {
      if (isClosed) return
      probe().then(() => {
        isFailing = false
        faults.end()
      }, tryAgain)
    }, PROBE_EVERY_MS).unref()
  }
  return {
    async attempt(use, otherwise) {
      if (isFailing) return otherwise()
      try {
        return await use()
      } catch (error) {
        if (!isFault(error)) throw error
        if (!isFailing) {
          isFailing = true
          faults.begin(error)
          tryAgain()
        }
        return otherwise()
      }
    },
    failing: () => isFailing,
    close: () => {
      isClosed = true
    },
  }
}
