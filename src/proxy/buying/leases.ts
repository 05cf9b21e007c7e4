import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LeaseLedger, LeaseTerm } from '../ledger/ledger.ts'

/** Milliseconds; `poll` is how often a tile is looked for that another proxy is buying. */
export interface LeaseTimes extends LeaseTerm {
  readonly poll: number
}

/** The grace is longer than `RETRY`, an attempt to reach the store again and a command take together. */
export const LEASE_TIMES: LeaseTimes = { ttl: 30_000, grace: 6_000, poll: 200 }

/** Milliseconds from one vain attempt to reach the store to the next. */
export const RETRY = 1_000

/** Which tiles this process alone may buy, of all that share the store. Kept alive until they are released. */
export interface Leases {
  /** Those of the names that are granted; rejects when the store cannot be reached, for then nothing may be bought. */
  take(names: readonly string[]): Promise<Set<string>>
  /** Those of the names that another may have by now; asked right before a metered call. */
  lost(names: readonly string[]): Promise<Set<string>>
  /** Never rejects: what cannot be released now is later, or runs out. */
  release(names: readonly string[]): Promise<void>
  /** Ends the renewing. */
  close(): void
}

export interface LeaseDeps {
  readonly ledger: LeaseLedger
  readonly log: Logger
  /** A steady clock in milliseconds, which also runs while this process is stopped. */
  readonly elapsed: () => number
  readonly times?: LeaseTimes
}

/** Leases held under a name of this process's own. */
export function createLeases({ ledger, log, elapsed, times = LEASE_TIMES }: LeaseDeps): Leases {
  const holder = randomUUID()
  const held = new Set<string>()
  /** May stand in the store under this holder, and must not. */
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
      // Only now: meanwhile some of them may have been asked for again.
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
      // Wanted again from here on: freed after this was asked, a lease would be lost while something is bought under it.
      for (const name of names) unwanted.delete(name)
      try {
        const granted = await ledger.lease(names, holder, times)
        for (const name of granted) held.add(name)
        return new Set(granted)
      } catch (error) {
        // They may have been granted, though nobody knows.
        for (const name of names) unwanted.add(name)
        throw error
      } finally {
        schedule(times.ttl / 3)
      }
    },
    lost: async (names) => {
      const asked = elapsed()
      const kept = await ledger.renew(names, holder, times.ttl)
      // An answer that waited for this process to be let on again says nothing of now.
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
