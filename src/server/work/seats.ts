import { createCounts } from './counts.ts'
import { Overloaded } from './short-queue.ts'

/** Limits work that waits for another party, such as the service. */
export interface Seats {
  /**
   * Takes a seat on behalf of a client, by its counted address; returns the function that gives it back. Throws
   * `Overloaded` when all seats, or those of the client or its group, are taken.
   */
  take(client: string): () => void
}

/** Starts with all seats free. */
export function createSeats({
  inAll,
  perClient,
  groupOf = () => null,
  retryAfter,
}: {
  readonly inAll: number
  readonly perClient: number
  /** The clients that may be one and the same, by a name for them; together, they leave the seats of one client to others. */
  readonly groupOf?: (client: string) => string | null
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number
}): Seats {
  const counts = createCounts()
  let taken = 0
  return {
    take: (client) => {
      if (taken >= inAll) throw new Overloaded(retryAfter)
      const group = groupOf(client)
      const counted = [
        { name: client, most: perClient },
        ...(group === null ? [] : [{ name: group, most: inAll - perClient }]),
      ]
      const isOver = counted.map(({ name, most }) => counts.add(name) > most).includes(true)
      const drop = () => {
        for (const { name } of counted) counts.drop(name)
      }
      if (isOver) {
        drop()
        throw new Overloaded(retryAfter)
      }
      taken++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken--
        drop()
      }
    },
  }
}
