import type { Refusal } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import type { MeterReader } from './meter.ts'

// Milliseconds.
const QUOTA_PAUSE_UNANCHORED = 600_000
const PLAN_PAUSE = 600_000

/** What need not be asked for now, since the service has said so; a refused call may be charged. */
export interface Pauses {
  /** Null when a call at this resolution may be tried. */
  at(resolution: Resolution): Promise<Refusal | null>
  /** Remembers refusals that hold for later calls too. */
  note(refusal: Refusal, resolution: Resolution): void
}

/** Pauses kept in memory: the allowance until it resets or `/usage` shows some left, a resolution for ten minutes. */
export function createPauses(deps: { meter: MeterReader; clock: () => Date; elapsed: () => number }): Pauses {
  let quota: { refusal: Refusal; isOver: () => boolean } | null = null
  const plan = new Map<Resolution, { refusal: Refusal; until: number }>()

  const resetCheck = ({ resets_at }: Refusal): (() => boolean) => {
    const reset = resets_at === null ? Number.NaN : Date.parse(resets_at)
    if (!Number.isNaN(reset)) return () => deps.clock().getTime() >= reset
    const until = deps.elapsed() + QUOTA_PAUSE_UNANCHORED
    return () => deps.elapsed() >= until
  }
  return {
    at: async (resolution) => {
      if (quota !== null) {
        const hasAllowance = quota.isOver() || ((await deps.meter.read()).remaining ?? 0) > 0
        if (!hasAllowance) return quota?.refusal ?? null
        quota = null
      }
      const closed = plan.get(resolution)
      return closed !== undefined && deps.elapsed() < closed.until ? closed.refusal : null
    },
    note: (refusal, resolution) => {
      if (refusal.code === 'quota_exhausted') quota = { refusal, isOver: resetCheck(refusal) }
      if (refusal.code === 'resolution_not_in_plan') {
        plan.set(resolution, { refusal, until: deps.elapsed() + PLAN_PAUSE })
      }
    },
  }
}
