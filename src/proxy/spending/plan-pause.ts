import { z } from 'zod'
import { type Refusal, refusal as refusalSchema } from '../../contract/proxy-api.ts'
import type { CountedGroup } from '../../contract/service/received-usage.ts'
import type { Resolution } from '../../domain/cell.ts'
import { nextDoubtedPause } from '../../server/work/doubted-pause.ts'
import { isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { MeterReader } from './meter.ts'
import { accountSchema, isRenewed, readAccount, readAccountNow } from './renewed-account.ts'

/** Milliseconds. */
const PLAN_PAUSE = 86_400_000
const PLAN = { current: 'plan', history: 'plan history' }
const SERVED = { current: 'plan-served', history: 'plan-served history' }

/**
 * `finest` is the finest resolution that was not refused, 0 where all are. `length` is of a doubted pause, in
 * milliseconds.
 */
const planLesson = accountSchema.extend({
  refusal: refusalSchema,
  until: z.iso.datetime(),
  finest: z.int(),
  length: z.number().optional(),
})
type PlanLesson = z.infer<typeof planLesson>
/** The finest resolution at which a call was answered. */
const servedLesson = z.int()

/**
 * The pause of resolutions finer than the plan allows: for ten minutes after the first refusal, which may be an accident,
 * then for a day, or until `/usage` shows that the account was renewed; for ten minutes, and longer each time, where the
 * resolution was served before.
 */
export interface PlanPause {
  /** Returns what was refused, and up to which resolution it was not; null while nothing is paused. */
  refused(): Promise<Pick<PlanLesson, 'refusal' | 'finest'> | null>
  /** Call when a resolution was refused; `allowed` is the finest that was not, 0 where all were. */
  note(refusal: Refusal, resolution: Resolution, allowed: number): Promise<void>
  /** Returns the finest resolution at which a call was answered; 0 for none. */
  served(): Promise<number>
  noteServed(resolution: Resolution): Promise<void>
}

export function createPlanPause(deps: {
  ledger: LessonLedger
  meter: MeterReader
  clock: () => Date
  purpose: CountedGroup
}): PlanPause {
  const { ledger, meter, clock, purpose } = deps
  const refused = async (): Promise<PlanLesson | null> => {
    const lesson = planLesson.safeParse(await ledger.learned(PLAN[purpose]))
    if (!lesson.success || isPauseOver(lesson.data.until, PLAN_PAUSE, clock())) return null
    return isRenewed(lesson.data, await readAccount(meter)) ? null : lesson.data
  }
  const served = async () => servedLesson.safeParse(await ledger.learned(SERVED[purpose])).data ?? 0
  return {
    refused,
    served,
    note: async (refusal, resolution, allowed) => {
      const known = await refused()
      const finest = Math.min(allowed, known?.finest ?? resolution)
      const before = planLesson.safeParse(await ledger.learned(PLAN[purpose]))
      const isRepeated = before.success && before.data.finest <= allowed
      // Another call of the same moment was refused too.
      if (isRepeated && known !== null) return
      const pause =
        isRepeated && (await served()) < resolution
          ? { until: timeAfter(PLAN_PAUSE, clock()) }
          : nextDoubtedPause(isRepeated ? before.data : null, clock())
      const account = await readAccountNow(meter)
      await ledger.learn(PLAN[purpose], { refusal, finest, ...account, ...pause } satisfies PlanLesson)
    },
    noteServed: async (resolution) => {
      if (resolution > (await served())) await ledger.learn(SERVED[purpose], resolution)
    },
  }
}
