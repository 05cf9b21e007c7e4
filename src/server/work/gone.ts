import type { IncomingMessage } from 'node:http'

/** Nobody waits for the result any more. */
export class Gone extends Error {
  constructor() {
    super('nobody waits for the result any more')
  }
}

/** Throws `Gone` when the waiting caller's signal is aborted. The signal's own reason may be a plain text. */
export function throwIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Gone()
}

/** Returns what `work` does, but rejects with `Gone` as soon as the signal is aborted; the work itself goes on. */
export function untilGone<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Gone())
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** True for an error because nobody waits any more: `Gone`, or a request whose body broke off. */
export function isOfGoneClient(error: unknown, incoming: IncomingMessage | undefined): boolean {
  return error instanceof Gone || (incoming?.destroyed === true && !incoming.complete)
}
