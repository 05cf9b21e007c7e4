import type { Waiter } from './claims/batch.ts'

/** Returns the waiting viewer of a purchase, aborted if the viewer leaves before anything is paid for. */
export function waiterOf(leaving: AbortSignal): Waiter {
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (leaving.aborted) leave()
  else leaving.addEventListener('abort', leave, { once: true })
  return { signal: gone.signal, commit: () => leaving.removeEventListener('abort', leave) }
}
