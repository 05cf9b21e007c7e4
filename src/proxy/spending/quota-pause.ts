import { z } from 'zod'
import { type Refusal, refusal as refusalSchema } from '../../contract/proxy-api.ts'
import { nextDoubtedPause } from '../../server/work/doubted-pause.ts'
import { hasPassed, isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { isLaterCycle, type MeterReader } from './meter.ts'

// Milliseconds.
const QUOTA_PAUSE_UNANCHORED = 600_000
/** While `/usage` shows nothing, one metered call finds out whether there is an allowance again. */
const QUOTA_PAUSE_UNSHOWN = 3_600_000
/** An allowance can be spent for a year, at most. */
const LONGEST_CYCLE = 366 * 86_400_000
const QUOTA = { current: 'quota-pause', history: 'quota-pause history' }

/**
 * `remaining` is what the meter showed when the allowance was refused, `at`; `length` is of a doubted pause, in milliseconds.
 */
const quotaLesson = z.object({
  refusal: refusalSchema,
  until: z.iso.datetime(),
  at: z.iso.datetime().optional(),
  remaining: z.number(),
  length: z.number().optional(),
})
type QuotaLesson = z.infer<typeof quotaLesson>

/**
 * The pause of a spent allowance: until it resets or `/usage` shows more than at the refusal; for an hour while `/usage`
 * shows nothing; for ten minutes, and longer each time, where calls were left then.
 */
export interface QuotaPause {
  /** Returns why no call is made; null when one may be. */
  refusal(): Promise<Refusal | null>
  note(refusal: Refusal): Promise<void>
}

export function createQuotaPause(deps: { ledger: LessonLedger; meter: MeterReader; clock: () => Date }): QuotaPause {
  const { ledger, meter, clock } = deps
  const isOver = ({ until }: QuotaLesson) => isPauseOver(until, LONGEST_CYCLE, clock())
  /** Call after a reading of the meter. */
  const isUntold = ({ at }: QuotaLesson) =>
    !meter.isShown() && (at === undefined || hasPassed(at, QUOTA_PAUSE_UNSHOWN, clock()))
  return {
    refusal: async () => {
      const lesson = quotaLesson.safeParse(await ledger.learned(QUOTA[await meter.group()]))
      if (!lesson.success || isOver(lesson.data)) return null
      const { remaining } = await meter.allowance()
      if (isUntold(lesson.data)) return null
      if ((remaining ?? 0) <= lesson.data.remaining) return lesson.data.refusal
      await ledger.learn(QUOTA[await meter.group()], null)
      return null
    },
    note: async (refusal) => {
      const name = QUOTA[await meter.group()]
      const before = quotaLesson.safeParse(await ledger.learned(name))
      // Another call of the same moment was refused too.
      if (before.success && !isOver(before.data) && !isUntold(before.data)) return
      // What the refusal's own headers say need not be what `/usage` says, which decides when the pause is over.
      meter.lookAgain()
      const { remaining: left, resetsAt } = await meter.allowance()
      // The cycle has ended in the meantime.
      if (isLaterCycle(resetsAt, refusal.resets_at)) return
      const remaining = left ?? 0
      const reset = Date.parse(refusal.resets_at ?? '')
      // A reset in the past is by a clock that is wrong.
      const untilReset = reset > clock().getTime() ? reset - clock().getTime() : QUOTA_PAUSE_UNANCHORED
      const length = remaining > 0 ? nextDoubtedPause(before.success ? before.data : null, clock()).length : undefined
      const ends = timeAfter(Math.min(untilReset, length ?? untilReset), clock())
      await ledger.learn(name, {
        refusal,
        until: ends,
        at: timeAfter(0, clock()),
        remaining,
        length,
      } satisfies QuotaLesson)
      // The next reading may be of the next cycle.
      meter.lookAgain()
    },
  }
}
