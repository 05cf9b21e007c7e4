import { createCounts } from './counts.ts'
import { Overloaded } from './short-queue.ts'

/** Limits work that waits for another party, such as the service. */
export interface Seats {
  /**
   * Takes a seat on behalf of a client, by its counted address; returns the function that gives it back. Throws
   * `Overloaded` when all seats, or those of the client, are taken.
   */
  take(client: string): () => void
}

/** Starts with all seats free. */
export function createSeats({
  inAll,
  perClient,
  retryAfter,
}: {
  readonly inAll: number
  readonly perClient: number
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number
}): Seats {
  const counts = createCounts()
  let taken = 0
  return {
    take: (client) => {
      if (taken >= inAll) throw new Overloaded(retryAfter)
      if (counts.add(client) > perClient) {
        counts.drop(client)
        throw new Overloaded(retryAfter)
      }
      taken++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken--
        counts.drop(client)
      }
    },
  }
}
