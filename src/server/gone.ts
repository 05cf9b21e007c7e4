/** Nobody waits for the result any more. */
export class Gone extends Error {
  constructor() {
    super('nobody waits for the result any more')
  }
}

/** Throws `Gone` when the signal of whoever waits is aborted. The signal's own reason may be a mere text. */
export function throwIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Gone()
}
