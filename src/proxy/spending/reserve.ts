import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Usage } from '../../contract/service/received-usage.ts'
import type { LeaseLedger } from '../ledger/ledger.ts'
import { ownRefusal } from '../upstream/connection/refusals.ts'
import type { MeterReader } from './meter.ts'

/**
 * How close to the reserve proxies begin to coordinate: more calls than all of them make before each learns of the
 * others'.
 */
const NEAR = 50
/** Milliseconds: longer than any call takes, and longer than it takes until every proxy has seen that one ended. */
const TERM = { underWay: 240_000, over: 10_000 } as const

/** What units of an allowance are called in the ledger, by quota group. */
const UNIT = { current: 'allowance', history: 'allowance history' }

/** A call that may be made; `release` it when it is over, and say whether it was surely charged. */
type Place = { kind: 'taken'; release(isCharged: boolean): void } | { kind: 'refused'; refusal: Refusal }

/** The calls of the allowance that are never spent. */
export interface Reserve {
  /**
   * Counts a call as in flight, or returns why it must not be made; rejects when the ledger cannot be reached. While the
   * number of calls left is unknown, calls wait for each other: every answer may report it.
   */
  take(): Promise<Place>
  /** Returns why a call must not be made now; null when it may. */
  objection(): Promise<Refusal | null>
}

/** Goes by the last reported allowance less the calls in flight: this proxy's and, near the reserve, every proxy's. */
export function createReserve(
  calls: number,
  meter: Pick<MeterReader, 'allowance' | 'group'>,
  ledger: LeaseLedger,
): Reserve {
  const units = createUnits(calls, ledger)
  let inFlight = 0
  const waiting: (() => void)[] = []
  const end = () => {
    inFlight--
    for (const resume of waiting.splice(0)) resume()
  }
  const refusalOf = ({ resetsAt }: Usage): Refusal => {
    const last = calls === 1 ? 'The last call of the allowance is' : `The last ${calls} calls of the allowance are`
    const message = `${last} kept in reserve. Figures bought earlier stay available.`
    return { ...ownRefusal('reserve_reached', message), resets_at: resetsAt }
  }
  const isFree = ({ remaining, isCounted }: Usage) =>
    isCounted === false || remaining === null || remaining - inFlight > calls

  const take = async (): Promise<Place> => {
    const usage = await meter.allowance()
    if (usage.isCounted !== false && usage.remaining === null && inFlight > 0) {
      await new Promise<void>((resume) => waiting.push(resume))
      return take()
    }
    if (!isFree(usage)) return { kind: 'refused', refusal: refusalOf(usage) }
    // Counted in the same turn as it is checked, so that no other call slips through in between.
    inFlight++
    let isTaken = false
    try {
      const { remaining } = usage
      const unit =
        remaining === null || remaining - calls > NEAR ? null : await units.take(remaining, UNIT[await meter.group()])
      isTaken = unit !== 'none'
      if (unit === 'none') return { kind: 'refused', refusal: refusalOf(usage) }
      return {
        kind: 'taken',
        release: (isCharged) => {
          end()
          if (unit !== null) units.release(unit, isCharged)
        },
      }
    } finally {
      if (!isTaken) end()
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
 * The units of an allowance, each named by the calls left before it is spent. A proxy leases a unit for each call, and
 * keeps it until the others have seen whether it was spent. Each call is a holder of its own, because calls are not always
 * counted in the order of their units: this proxy must not lease a spent one again either.
 */
function createUnits(reserve: number, ledger: LeaseLedger) {
  /** Holders of a leased unit whose call may not have been charged. */
  const unspent = new Map<string, string>()
  const lease = async (unit: string): Promise<Unit | null> => {
    const holder = unspent.get(unit) ?? randomUUID()
    unspent.delete(unit)
    const granted = await ledger.lease([unit], holder, { ttl: TERM.underWay, grace: 0 })
    return granted.length > 0 ? { unit, holder } : null
  }
  return {
    take: async (remaining: number, name: string): Promise<Unit | 'none'> => {
      for (let unit = remaining; unit > reserve; unit--) {
        const leased = await lease(`${name} ${unit}`)
        if (leased !== null) return leased
      }
      return 'none'
    },
    release: ({ unit, holder }: Unit, isCharged: boolean): void => {
      if (!isCharged) unspent.set(unit, holder)
      // When the ledger cannot be reached, the lease runs out by itself, only later.
      ledger.renew([unit], holder, TERM.over).catch(() => {})
    },
  }
}

interface Unit {
  readonly unit: string
  readonly holder: string
}
