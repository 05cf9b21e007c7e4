import type { Refusal } from '../../contract/proxy-api.ts'
import type { CountedGroup } from '../../contract/service/received-usage.ts'
import type { Resolution } from '../../domain/cell.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { NO_HISTORIES_IN_PLAN } from '../upstream/connection/refusals.ts'
import type { Quota } from '../upstream/connection/service-answer.ts'
import { createAccessPause } from './access-pause.ts'
import { isOfAccess, type MeterReader } from './meter.ts'
import { createPlanPause } from './plan-pause.ts'
import { createQuotaPause } from './quota-pause.ts'

/** Calls that the service would refuse now, and that are not made because a refused call may be charged. */
export interface Pauses {
  /** Returns why no call at this resolution is made; null when one may be. */
  at(resolution: Resolution): Promise<Refusal | null>
  /** Returns why nothing can be bought at any resolution; null when something can. */
  everywhere(): Promise<Refusal | null>
  /** Returns the finest resolution that the plan allows; null while none was refused. */
  finestResolution(): Promise<number | null>
  /** Call when a metered call was answered: the account is let in. */
  noteAnswer(): void
  /** Call when figures of a resolution were bought: the plan allows it. */
  noteServed(resolution: Resolution): Promise<void>
  /**
   * True when a refusal may be about the periods of a history: the plan lacks them, or calls are left of an allowance that is
   * said to be spent. `quota` is what came with it.
   */
  isOfPeriods(refusal: Refusal, quota: Quota): Promise<boolean>
  /** Remembers refusals that hold for later calls too. */
  note(refusal: Refusal, resolution: Resolution): Promise<void>
}

/**
 * Keeps pauses in the ledger: of a lapsed token or subscription, of a spent allowance, and of what the plan lacks, which are
 * resolutions finer than it allows, or histories of any.
 */
export function createPauses(deps: {
  ledger: LessonLedger
  meter: MeterReader
  clock: () => Date
  /** What is asked for: a plan can have current figures and no histories. */
  purpose?: CountedGroup
}): Pauses {
  const { meter, purpose = 'current' } = deps
  const access = createAccessPause({ ...deps, purpose })
  const quotaPause = createQuotaPause(deps)
  const plan = createPlanPause({ ...deps, purpose })
  const isOfPeriods = async ({ code }: Refusal, quota?: Quota) => {
    if (purpose !== 'history') return false
    if (code === NO_HISTORIES_IN_PLAN.code) return true
    if (code !== 'quota_exhausted' || (isSpent(quota) && (await plan.served()) === 0)) return false
    // What the refusal's own headers say need not be what `/usage` says.
    meter.lookAgain()
    // What is left for current figures says nothing about histories.
    return (await meter.group()) === 'history' && ((await meter.allowance()).remaining ?? 0) > 0
  }
  const everywhere = async () => (await access.refusal()) ?? quotaPause.refusal()
  return {
    everywhere,
    noteAnswer: access.noteAnswer,
    noteServed: plan.noteServed,
    at: async (resolution) => {
      const paused = await everywhere()
      if (paused !== null) return paused
      const refused = await plan.refused()
      return refused !== null && resolution > refused.finest ? refused.refusal : null
    },
    finestResolution: async () => (await plan.refused())?.finest ?? null,
    isOfPeriods,
    note: async (refusal, resolution) => {
      if (refusal.code === 'resolution_not_in_plan') return plan.note(refusal, resolution, resolution - 1)
      // Where a history was served, the refusal is about these periods, and pausing others would be wrong.
      if ((await plan.served()) > 0 && (await isOfPeriods(refusal))) return
      if (refusal.code === NO_HISTORIES_IN_PLAN.code) return plan.note(refusal, resolution, 0)
      if (isOfAccess(refusal.code)) return access.note(refusal)
      if (refusal.code === 'quota_exhausted') await quotaPause.note(refusal)
    },
  }
}

function isSpent(quota: Quota | undefined): boolean {
  return quota !== undefined && quota.limit !== null && quota.used !== null && quota.used >= quota.limit
}
