import { clockOf } from './service-answer.ts'
import type { ServiceConnection } from './service-connection.ts'

/** Which months have begun by the word of the service: this machine's clock may be months behind. */
export interface ServiceClock {
  /** Returns the connection with the dates of its answers noted. */
  watch(connection: ServiceConnection): ServiceConnection
  /** The later of `clock` and the service's clock, by its last answer that had a date. */
  latest(): Date
}

/** `machine` is the time of the clock that may be behind, in milliseconds. */
export function createServiceClock(clock: () => Date, machine: () => number = Date.now): ServiceClock {
  let behind = 0
  return {
    watch: (connection) => ({
      ...connection,
      get: async (...request) => {
        const fetched = await connection.get(...request)
        if (fetched.kind === 'answer') {
          const here = machine()
          behind = Math.max(0, clockOf(fetched.answer, new Date(here)).getTime() - here)
        }
        return fetched
      },
    }),
    latest: () => new Date(clock().getTime() + behind),
  }
}
