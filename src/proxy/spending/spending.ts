import type { Meter, Refusal } from '../../contract/proxy-api.ts'
import type { Usage } from '../../contract/service/received-usage.ts'
import {
  type CountLedger,
  type LeaseLedger,
  type Ledger,
  LedgerUnreachable,
  type LessonLedger,
} from '../ledger/ledger.ts'
import type { Admission } from '../upstream/asking.ts'
import { LEDGER_UNREACHABLE, ownRefusal } from '../upstream/connection/refusals.ts'
import type { Quota } from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createCallCaps } from './call-caps.ts'
import { isLaterCycle, isOfAccount, type MeterReader } from './meter.ts'
import type { Pauses } from './pauses.ts'
import { createReserve } from './reserve.ts'
import type { SpendingRules, Viewer } from './spending-rules.ts'

/** The operator's guards on spending. */
export interface Spending {
  /** Returns why nothing is bought for a viewer who has, or has not, agreed to the cost; null when it may be. */
  consent(confirmed: boolean): Refusal | null
  /**
   * Counts a metered call about to be made, or returns why it must not be. It counts against the caps unless it was refused
   * and the refusal's own count shows that it was not charged.
   */
  admit(viewer: Viewer): Promise<Admission>
  /** Returns why a call would not be admitted now, or null; counts nothing. */
  objection(viewer: Viewer): Promise<Refusal | null>
  /** Returns the meter as the viewer may see it. */
  meter(viewer: Viewer): Promise<Meter>
}

export interface SpendingDeps {
  readonly rules: SpendingRules
  readonly ledger: CountLedger & LessonLedger & LeaseLedger & Pick<Ledger, 'reach'>
  readonly meter: MeterReader
  readonly pauses: Pauses
  readonly upstream: Pick<Upstream, 'pausedBecause'>
  readonly clock: () => Date
}

/** Combines the guards. Several proxies share them through the ledger. */
export function createSpending(deps: SpendingDeps): Spending {
  const { rules, meter, pauses, upstream } = deps
  const caps = createCallCaps(deps)
  const reserve = createReserve(rules.reserve, meter, deps.ledger)

  const admit = async (viewer: Viewer): Promise<Admission> => {
    const place = await reserve.take()
    if (place.kind === 'refused') return place
    const taken = await caps.take(viewer).catch((error: unknown) => {
      place.release(false)
      throw error
    })
    if (taken.kind === 'reached') {
      place.release(false)
      return { kind: 'refused', refusal: taken.refusal }
    }
    const before = meter.reported()
    return {
      kind: 'admitted',
      settle: async (result) => {
        if (result.kind !== 'ok' && result.kind !== 'refused') meter.noteUnanswered()
        else if (result.kind === 'ok' || isOfAccount(result.refusal.code)) meter.note(result.quota)
        if (result.kind === 'ok') pauses.noteAnswer()
        place.release(result.kind === 'ok')
        if (result.kind === 'refused' && isUncharged(before, result.quota)) await unlessUnreachable(taken.giveBack())
      },
      release: () => place.release(false),
    }
  }
  const objection = async (viewer: Viewer): Promise<Refusal | null> => {
    try {
      // While its store is down, the ledger goes on returning what it last read, and nothing can be bought.
      await deps.ledger.reach()
      return (
        upstream.pausedBecause() ??
        (await pauses.everywhere()) ??
        (await reserve.objection()) ??
        (await caps.objection(viewer))
      )
    } catch (error) {
      if (error instanceof LedgerUnreachable) return LEDGER_UNREACHABLE
      throw error
    }
  }
  return {
    consent: (confirmed) => {
      if (rules.mode === 'held-only') return HELD_ONLY
      return rules.mode === 'ask' && !confirmed ? CONFIRMATION_NEEDED : null
    },
    admit,
    objection,
    meter: async (viewer) => {
      const [allowance, counted, stopping] = await Promise.all([meter.read(), caps.state(viewer), objection(viewer)])
      const paused = stopping?.code === 'viewer_cap_reached' ? null : stopping
      return { ...allowance, spending: { mode: rules.mode, reserve: rules.reserve, ...counted, paused } }
    },
  }
}

/** Within a cycle the count only grows: where it is still the same, no call since has been charged. */
function isUncharged(before: Pick<Usage, 'limit' | 'used' | 'resetsAt'>, { limit, used, resets_at }: Quota): boolean {
  return used !== null && used === before.used && limit === before.limit && !isLaterCycle(resets_at, before.resetsAt)
}

/** A call that cannot be given back stays counted, which spends nothing. */
async function unlessUnreachable(done: Promise<void>): Promise<void> {
  try {
    await done
  } catch (error) {
    if (!(error instanceof LedgerUnreachable)) throw error
  }
}

const HELD_ONLY = ownRefusal('held_only', 'Nothing is bought here at present. Only figures bought earlier are shown.')
const CONFIRMATION_NEEDED = ownRefusal('confirmation_needed', 'This costs metered calls. It is bought once you agree.')
