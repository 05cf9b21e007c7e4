import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { LeaseLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/refusals.ts'
import type { Usage } from '../upstream/upstream.ts'
import type { MeterReader } from './meter.ts'

/** Calls above the reserve from which on proxies heed one another's: more than all of them make before each knows of it. */
const NEAR = 50
/** Milliseconds: longer than any call is under way, and than it takes until every proxy has been told that one is over. */
const TERM = { underWay: 240_000, over: 10_000 } as const

/** A call that may be made; `release` it when it is over. */
type Place = { kind: 'taken'; release(): void } | { kind: 'refused'; refusal: Refusal }

/** The calls of the allowance that are never touched. */
export interface Reserve {
  /** Counts a call as in flight, or says why it must not be made; rejects when the ledger cannot be reached. */
  take(): Promise<Place>
  /** Why a call must not be made now; null when it may. */
  objection(): Promise<Refusal | null>
}

/** Goes by what the service last told, less what is in flight: from here, and near the reserve from every proxy. */
export function createReserve(calls: number, meter: Pick<MeterReader, 'allowance'>, ledger: LeaseLedger): Reserve {
  const units = createUnits(calls, ledger)
  let inFlight = 0
  const refusalOf = ({ resetsAt }: Usage): Refusal => {
    const message = `The last ${calls} calls of the allowance are kept in reserve. What was bought before stays available.`
    return { ...ownRefusal('reserve_reached', message), resets_at: resetsAt }
  }
  // While nobody knows what is left, one call at a time is made: its answer tells.
  const isFree = ({ remaining }: Usage) => (remaining === null ? inFlight === 0 : remaining - inFlight > calls)

  const take = async (): Promise<Place> => {
    const usage = await meter.allowance()
    if (!isFree(usage)) return { kind: 'refused', refusal: refusalOf(usage) }
    // Counted in the same turn as it is checked, so that nobody else is let through in between.
    inFlight++
    let isTaken = false
    try {
      const { remaining } = usage
      const unit = remaining === null || remaining - calls > NEAR ? null : await units.take(remaining)
      isTaken = unit !== 'none'
      if (unit === 'none') return { kind: 'refused', refusal: refusalOf(usage) }
      return {
        kind: 'taken',
        release: () => {
          inFlight--
          if (unit !== null) units.release(unit)
        },
      }
    } finally {
      if (!isTaken) inFlight--
    }
  }
  return {
    take: async () => (calls === 0 ? { kind: 'taken', release: () => {} } : take()),
    objection: async () => {
      if (calls === 0) return null
      const usage = await meter.allowance()
      return isFree(usage) ? null : refusalOf(usage)
    },
  }
}

/**
 * The units of an allowance, each named by what is left before it is spent. Whoever makes a call leases one, and keeps it from
 * others until they have been told that it is spent, or was not.
 */
function createUnits(reserve: number, ledger: LeaseLedger) {
  const holder = randomUUID()
  const taken = new Set<number>()
  const nameOf = (unit: number) => `allowance ${unit}`
  const lease = async (unit: number): Promise<boolean> => {
    let isGranted = false
    taken.add(unit)
    try {
      isGranted = (await ledger.lease([nameOf(unit)], holder, { ttl: TERM.underWay, grace: 0 })).length > 0
    } finally {
      if (!isGranted) taken.delete(unit)
    }
    return isGranted
  }
  return {
    take: async (remaining: number): Promise<number | 'none'> => {
      for (let unit = remaining; unit > reserve; unit--) if (!taken.has(unit) && (await lease(unit))) return unit
      return 'none'
    },
    release: (unit: number): void => {
      taken.delete(unit)
      // Where the ledger cannot be reached, it runs out by itself, only later.
      ledger.renew([nameOf(unit)], holder, TERM.over).catch(() => {})
    },
  }
}
