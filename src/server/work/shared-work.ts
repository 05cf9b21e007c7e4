import { untilGone } from './gone.ts'

/** Work that several wait for. */
export interface SharedWork<Result> {
  /** Waits for its result; rejects with `Gone` once the signal is aborted. Without a signal, waits to its end. */
  wait(signal: AbortSignal | undefined): Promise<Result>
}

/**
 * Begins work. Its signal is aborted when all who waited have left. `onEnd` is called once nobody may join any more,
 * because it has ended or been given up.
 */
export function shareWork<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  onEnd: () => void,
): SharedWork<Result> {
  const abandoned = new AbortController()
  let waiting = 0
  const result = work(abandoned.signal).finally(onEnd)
  // Nobody may be left to handle its failure.
  result.catch(() => {})
  const leave = () => {
    if (--waiting > 0) return
    onEnd()
    abandoned.abort()
  }
  return {
    wait: (signal) => {
      waiting++
      signal?.addEventListener('abort', leave, { once: true })
      return untilGone(result, signal).finally(() => signal?.removeEventListener('abort', leave))
    },
  }
}
