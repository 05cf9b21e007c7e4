import type { Refusal } from '../../contract/proxy-api.ts'
import { ownRefusal } from '../core/refusals.ts'
import type { MeterReader } from './meter.ts'
import type { Usage } from './upstream.ts'

/** The calls of the allowance that are never touched. */
export interface Reserve {
  /** Counts a call as in flight, or says why it must not be made. */
  take(): Promise<Refusal | null>
  /** The call is over. */
  giveBack(): void
  /** Why a call must not be made now; null when it may. */
  objection(): Promise<Refusal | null>
}

/** Goes by what the service last told, less what is in flight from here. */
export function createReserve(calls: number, meter: Pick<MeterReader, 'allowance'>): Reserve {
  let inFlight = 0
  const refusalBy = ({ remaining, resetsAt }: Usage): Refusal | null => {
    // While nobody knows what is left, one call at a time is made: its answer tells.
    const isFree = remaining === null ? inFlight === 0 : remaining - inFlight > calls
    if (isFree) return null
    const message = `The last ${calls} calls of the allowance are kept in reserve. What was bought before stays available.`
    return { ...ownRefusal('reserve_reached', message), resets_at: resetsAt }
  }
  return {
    take: async () => {
      // Counted in the same turn as it is checked, so that nobody else is let through in between.
      const refusal = calls === 0 ? null : refusalBy(await meter.allowance())
      if (refusal === null) inFlight++
      return refusal
    },
    giveBack: () => {
      inFlight--
    },
    objection: async () => (calls === 0 ? null : refusalBy(await meter.allowance())),
  }
}
