import type { Meter, Refusal } from '../../contract/proxy-api.ts'
import {
  type CountLedger,
  type LeaseLedger,
  type Ledger,
  LedgerUnreachable,
  type LessonLedger,
} from '../ledger/ledger.ts'
import type { Admission } from '../upstream/asking.ts'
import { LEDGER_UNREACHABLE, ownRefusal } from '../upstream/connection/refusals.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createCallCaps } from './call-caps.ts'
import { isOfAccount, type MeterReader } from './meter.ts'
import type { Pauses } from './pauses.ts'
import { createReserve } from './reserve.ts'
import type { SpendingRules, Viewer } from './spending-rules.ts'

/** The operator's guards on spending. */
export interface Spending {
  /** Returns why nothing is bought for a viewer who has, or has not, agreed to the cost; null when it may be. */
  consent(confirmed: boolean): Refusal | null
  /** Counts a metered call about to be made, or returns why it must not be. A released call still counts against the caps. */
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
    const reached = await caps.take(viewer).catch((error: unknown) => {
      place.release(false)
      throw error
    })
    if (reached !== null) {
      place.release(false)
      return { kind: 'refused', refusal: reached }
    }
    return {
      kind: 'admitted',
      settle: (result) => {
        if (result.kind !== 'ok' && result.kind !== 'refused') meter.noteUnanswered()
        else if (result.kind === 'ok' || isOfAccount(result.refusal.code)) meter.note(result.quota)
        if (result.kind === 'ok') pauses.noteAnswer()
        place.release(result.kind === 'ok')
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

const HELD_ONLY = ownRefusal('held_only', 'Nothing is bought here at present. Only figures bought earlier are shown.')
const CONFIRMATION_NEEDED = ownRefusal('confirmation_needed', 'This costs metered calls. It is bought once you agree.')
