import { setImmediate } from 'node:timers/promises'

/** How long a slice can block the thread, in ms. */
const SLICE_MS = 5

/**
 * Runs work that yields now and then in slices, between which the event loop runs other tasks. Rejects with the
 * signal's reason when it aborts.
 */
export async function runInSlices<Result>(work: Generator<void, Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    signal.throwIfAborted()
    const end = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await setImmediate()
  }
}
