import type { Admit } from '../../upstream/asking.ts'
import { VIEWER_LEFT } from '../../upstream/connection/refusals.ts'
import type { Waiter } from './batch.ts'

/** Returns the waiting viewer of a purchase, aborted if the viewer leaves before anything is paid for. */
export function waiterOf(leaving: AbortSignal): Waiter {
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (leaving.aborted) leave()
  else leaving.addEventListener('abort', leave, { once: true })
  return { signal: gone.signal, commit: () => leaving.removeEventListener('abort', leave) }
}

/**
 * Admits no call once the viewer has left: a call can wait for a minute until the service accepts it. The first one that is
 * about to be sent commits the purchase, in one step, so that nobody can leave in between.
 */
export function admitFor({ signal, commit }: Waiter, admit: Admit): Admit {
  return async () => {
    if (signal.aborted) return { kind: 'refused', refusal: VIEWER_LEFT }
    commit?.()
    return admit()
  }
}
