import { setTimeout as sleep } from 'node:timers/promises'
import { createLeases, LEASE_TIMES, type LeaseDeps } from '../buying/claims/leases.ts'

/** Lets only one purchase at a time buy the same thing, among all processes that share the store. */
export interface Turns {
  /**
   * Does the work while no other purchase has any of the names, and keeps them until what it passes to `keepFor` has
   * settled. Returns null, without any work, when a purchase under way has one of them.
   */
  during<T>(names: readonly string[], work: (keepFor: KeepFor) => Promise<T>): Promise<T | null>
  close(): void
}

type KeepFor = (written: Promise<void> | undefined) => void

/**
 * A lease is its process's, so purchases of the same process are kept apart here. One of another process is requested for
 * as long as it takes to take over the lease of a process that was killed, which needs requests without a gap.
 */
export function createTurns(deps: LeaseDeps): Turns {
  const { elapsed, times: { grace, poll } = LEASE_TIMES } = deps
  const leases = createLeases(deps)
  const own = new Set<string>()
  let closed = false
  const forget = (names: readonly string[]) => {
    for (const name of names) own.delete(name)
  }
  const free = async (names: readonly string[]) => {
    await leases.release(names)
    forget(names)
  }
  const take = async (names: readonly string[]) => {
    if (names.some((name) => own.has(name))) return false
    for (const name of names) own.add(name)
    const last = elapsed() + grace + 2 * poll
    try {
      for (;;) {
        const granted = await leases.take(names)
        if (names.every((name) => granted.has(name))) return true
        await leases.release(names)
        if (closed || elapsed() >= last) break
        await sleep(poll)
      }
    } catch (error) {
      forget(names)
      throw error
    }
    forget(names)
    return false
  }
  return {
    during: async (names, work) => {
      if (!(await take(names))) return null
      let kept: Promise<void> | undefined
      try {
        return await work((written) => {
          kept = written
        })
      } finally {
        if (kept === undefined) await free(names)
        else void Promise.allSettled([kept]).then(() => free(names))
      }
    },
    close: () => {
      closed = true
      leases.close()
    },
  }
}
