import { Gone, throwIfGone } from './gone.ts'

/** There is more such work than can be done soon. */
export class Overloaded extends Error {
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`Too much of this work is waiting; try again in ${retryAfter} s.`)
    this.retryAfter = retryAfter
  }
}

/** Runs little work at once, and lets little wait. */
export interface ShortQueue {
  /**
   * Does the work when its turn comes. Rejects with `Overloaded` when too much is waiting already, and with `Gone`
   * when the signal is aborted before its turn.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Creates a queue; `elapsed` is a steady clock in milliseconds. */
export function createShortQueue(limits: {
  readonly atOnce: number
  readonly waiting: number
  readonly elapsed: () => number
}): ShortQueue {
  const { atOnce, elapsed } = limits
  const queue: (() => void)[] = []
  let running = 0
  /** Milliseconds that recent work took. */
  let usual = 0

  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1)
        reject(new Gone())
      }
      queue.push(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  return {
    run: async (work, signal) => {
      throwIfGone(signal)
      if (running >= atOnce) {
        if (queue.length >= limits.waiting) {
          throw new Overloaded(Math.max(1, Math.ceil((usual * queue.length) / atOnce / 1_000)))
        }
        await turn(signal)
      } else running++
      const began = elapsed()
      try {
        return await work()
      } finally {
        usual = (usual + (elapsed() - began)) / 2
        // The next one takes over this place.
        const next = queue.shift()
        if (next === undefined) running--
        else next()
      }
    },
  }
}
