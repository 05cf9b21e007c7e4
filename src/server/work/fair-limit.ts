import { createClientQueue } from './client-queue.ts'

/** Does work of a client when its turn comes, and returns what the work returns. */
export type FairLimit = <T>(client: string, work: () => Promise<T>) => Promise<T>

/** Does so much work at once. Clients take turns, however much work each of them has waiting, and none is refused. */
export function createFairLimit(atOnce: number): FairLimit {
  const waiting = createClientQueue<() => void>()
  let running = 0
  return async (client, work) => {
    if (running < atOnce) running++
    else await new Promise<void>((resolve) => waiting.add(client, resolve))
    try {
      return await work()
    } finally {
      const begin = waiting.take()
      if (begin === undefined) running--
      else begin()
    }
  }
}
