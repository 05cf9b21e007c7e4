import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LeaseLedger, LeaseTerm } from '../../ledger/ledger.ts'

/** Milliseconds; `poll` is the interval for checking a tile that another proxy is buying. */
export interface LeaseTimes extends LeaseTerm {
  readonly poll: number
}

/** The grace is longer than `RETRY` plus a reconnection plus one command. */
export const LEASE_TIMES: LeaseTimes = { ttl: 30_000, grace: 6_000, poll: 200 }

/** Milliseconds from a failed attempt to reach the store to the next one. */
export const RETRY = 1_000

/** Tiles that only this process may buy, among all that share the store. Leases are renewed until they are released. */
export interface Leases {
  /** Returns the names that were granted; rejects when the store cannot be reached, because nothing may be bought then. */
  take(names: readonly string[]): Promise<Set<string>>
  /** Returns the names that another process may have by now; called right before a metered call. */
  lost(names: readonly string[]): Promise<Set<string>>
  /** Never rejects: a lease that cannot be released now is released later, or runs out. */
  release(names: readonly string[]): Promise<void>
  /** Stops renewing. */
  close(): void
}

export interface LeaseDeps {
  readonly ledger: LeaseLedger
  readonly log: Logger
  /** A steady clock in milliseconds, which also runs while this process is suspended. */
  readonly elapsed: () => number
  readonly times?: LeaseTimes
}

/** Creates leases under a holder name unique to this process. */
export function createLeases({ ledger, log, elapsed, times = LEASE_TIMES }: LeaseDeps): Leases {
  const holder = randomUUID()
  const held = new Set<string>()
  /** Names that the store may have under this holder although they are released. */
  const unwanted = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const schedule = (ms: number) => {
    if (closed || timer !== null || held.size + unwanted.size === 0) return
    timer = setTimeout(() => void keepUp(), ms).unref()
  }
  const keepUp = async () => {
    const renewing = [...held]
    let next = times.ttl / 3
    try {
      if (renewing.length > 0) await ledger.renew(renewing, holder, times.ttl)
      // Read only now: some of them may have been taken again during the renewal.
      const freeing = [...unwanted].filter((name) => !held.has(name))
      if (freeing.length > 0) await ledger.release(freeing, holder)
      for (const name of freeing) unwanted.delete(name)
    } catch (error) {
      next = Math.min(next, RETRY)
      log.warn({ err: error, leases: renewing.length }, 'leases could not be renewed')
    }
    timer = null
    schedule(next)
  }
  return {
    take: async (names) => {
      // From here on they must not be freed: a lease freed after this request would be lost during a purchase.
      for (const name of names) unwanted.delete(name)
      try {
        const granted = await ledger.lease(names, holder, times)
        for (const name of granted) held.add(name)
        return new Set(granted)
      } catch (error) {
        // They may have been granted before the error.
        for (const name of names) unwanted.add(name)
        throw error
      } finally {
        schedule(times.ttl / 3)
      }
    },
    lost: async (names) => {
      const asked = elapsed()
      const kept = await ledger.renew(names, holder, times.ttl)
      // If this process was suspended while it waited, the reply is too old to rely on.
      if (elapsed() - asked >= times.ttl) return new Set(names)
      return new Set(names.filter((name) => !kept.includes(name)))
    },
    release: async (names) => {
      for (const name of names) held.delete(name)
      try {
        await ledger.release(names, holder)
      } catch (error) {
        log.warn({ err: error, leases: names.length }, 'leases could not be released yet')
        for (const name of names) unwanted.add(name)
        schedule(RETRY)
      }
    },
    close: () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
