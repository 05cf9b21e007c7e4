import { z } from 'zod'
import { type Refusal, refusal as refusalSchema } from '../../contract/proxy-api.ts'
import type { CountedGroup } from '../../contract/service/received-usage.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type DoubtedPause, nextDoubtedPause } from '../../server/work/doubted-pause.ts'
import { hasPassed, isPauseOver } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { NO_HISTORIES_IN_PLAN } from '../upstream/connection/refusals.ts'
import type { Quota } from '../upstream/connection/service-answer.ts'
import { isLaterCycle, isOfAccess, type MeterReader } from './meter.ts'

// Milliseconds.
const QUOTA_PAUSE_UNANCHORED = 600_000
/** While `/usage` shows nothing, one metered call finds out whether there is an allowance again. */
const QUOTA_PAUSE_UNSHOWN = 3_600_000
const PLAN_PAUSE = 86_400_000
/** An allowance can be spent for a year, at most. */
const LONGEST_CYCLE = 366 * 86_400_000
/**
 * While free requests are let in and metered calls are not. The first refusal may be an accident; another one within
 * `memory` starts a pause.
 */
const ACCESS_PAUSE = { first: 60_000, longest: 3_600_000, memory: 600_000 }

const QUOTA = { current: 'quota-pause', history: 'quota-pause history' }
const PLAN = { current: 'plan', history: 'plan history' }
const SERVED = { current: 'plan-served', history: 'plan-served history' }
const ACCESS = { current: 'access-pause', history: 'access-pause history' }

const until = z.iso.datetime()
/**
 * `remaining` is what the meter showed when the allowance was refused, `at`; `length` is of a doubted pause, in milliseconds.
 */
const quotaLesson = z.object({
  refusal: refusalSchema,
  until,
  at: z.iso.datetime().optional(),
  remaining: z.number(),
  length: z.number().optional(),
})
type QuotaLesson = z.infer<typeof quotaLesson>
/** What `/usage` said at a refusal: when the allowance has another size or a later end, the account was renewed. */
const accountSchema = z.object({ limit: z.number().nullable(), resets_at: z.string().nullable().default(null) })
type Account = z.infer<typeof accountSchema>
/**
 * `finest` is the finest resolution that was not refused, 0 where all are. `length` is of a doubted pause, in
 * milliseconds.
 */
const planLesson = accountSchema.extend({
  refusal: refusalSchema,
  until,
  finest: z.int(),
  length: z.number().optional(),
})
/** The finest resolution at which a call was answered. */
const servedLesson = z.int()
/**
 * Kept until the free endpoints let the account in again. `until` and `length` (milliseconds) are of a refusal while they
 * did: then only another metered call can tell.
 */
const accessLesson = z.object({
  refusal: refusalSchema,
  until: until.optional(),
  length: z.number().optional(),
  account: accountSchema.optional(),
})
type AccessLesson = z.infer<typeof accessLesson>
type PlanLesson = z.infer<typeof planLesson>

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
 * Keeps pauses in the ledger. A spent allowance pauses all calls until it resets or `/usage` shows more than at the
 * refusal; for an hour while `/usage` shows nothing; for ten minutes, and longer each time, where calls were left then.
 * A resolution finer than the plan allows is paused for ten minutes after its first refusal, which may be an accident,
 * then for a day, or until `/usage` shows that the account was renewed; for ten minutes, and longer each time, where it
 * was served before. So is every resolution of histories that the plan does not include. A lapsed token or subscription
 * pauses all calls until the free `/usage` no longer refuses it; where `/usage` never did, the second refusal pauses
 * them for a minute, and each one after that for twice as long, or until `/usage` shows that the account was renewed.
 */
export function createPauses(deps: {
  ledger: LessonLedger
  meter: MeterReader
  clock: () => Date
  /** What is asked for: a plan can have current figures and no histories. */
  purpose?: CountedGroup
}): Pauses {
  const { ledger, meter, clock, purpose = 'current' } = deps
  const after = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const isOver = ({ until }: { until: string }, longest = LONGEST_CYCLE) => isPauseOver(until, longest, clock())

  const account = async (): Promise<Account> => {
    const { limit, resetsAt } = await meter.allowance()
    return { limit, resets_at: resetsAt }
  }
  const accountNow = () => {
    // What the refusal's own headers say need not be what `/usage` says.
    meter.lookAgain()
    return account()
  }

  /** Since the last refusal of access. */
  let isLetIn = true

  const access = async (): Promise<Refusal | null> => {
    const lesson = accessLesson.safeParse(await ledger.learned(ACCESS[purpose]))
    if (!lesson.success) return null
    const { until: ends } = lesson.data
    const isHeld = ends !== undefined && !isOver({ until: ends }, ACCESS_PAUSE.longest)
    if (isHeld && !isRenewed(lesson.data.account, await account())) return lesson.data.refusal
    const refusal = await meter.accessRefusal()
    // Until a metered call is answered, the next refusal is the second in a row.
    if (refusal === null && (ends === undefined || isLetIn)) await ledger.learn(ACCESS[purpose], null)
    return refusal
  }
  const noteAccess = async (refusal: Refusal) => {
    const before = accessLesson.safeParse(await ledger.learned(ACCESS[purpose]))
    if ((await meter.accessRefusal()) !== null) return ledger.learn(ACCESS[purpose], { refusal } satisfies AccessLesson)
    const { until: ended = null, length: last = 0 } = before.success ? before.data : {}
    const memory = Math.max(2 * last, ACCESS_PAUSE.memory)
    const isSoon = !isLetIn && ended !== null && clock().getTime() < Date.parse(ended) + memory
    isLetIn = false
    const length = isSoon ? Math.min(Math.max(2 * last, ACCESS_PAUSE.first), ACCESS_PAUSE.longest) : 0
    const told: AccessLesson = { refusal, until: after(length), length, account: await accountNow() }
    await ledger.learn(ACCESS[purpose], told)
  }
  /** Call after a reading of the meter. */
  const isUntold = ({ at }: QuotaLesson) =>
    !meter.isShown() && (at === undefined || hasPassed(at, QUOTA_PAUSE_UNSHOWN, clock()))
  const quota = async (): Promise<Refusal | null> => {
    const lesson = quotaLesson.safeParse(await ledger.learned(QUOTA[await meter.group()]))
    if (!lesson.success || isOver(lesson.data)) return null
    const { remaining } = await meter.allowance()
    if (isUntold(lesson.data)) return null
    if ((remaining ?? 0) <= lesson.data.remaining) return lesson.data.refusal
    await ledger.learn(QUOTA[await meter.group()], null)
    return null
  }
  const noteQuota = async (refusal: Refusal) => {
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
    const length =
      remaining > 0 ? nextDoubtedPause(before.success ? doubted(before.data) : null, clock()).length : undefined
    const ends = after(Math.min(untilReset, length ?? untilReset))
    await ledger.learn(name, { refusal, until: ends, at: after(0), remaining, length } satisfies QuotaLesson)
    // The next reading may be of the next cycle.
    meter.lookAgain()
  }
  const isOfPeriods = async ({ code }: Refusal, quota?: Quota) => {
    if (purpose !== 'history') return false
    if (code === NO_HISTORIES_IN_PLAN.code) return true
    if (code !== 'quota_exhausted' || (isSpent(quota) && (await served()) === 0)) return false
    // What the refusal's own headers say need not be what `/usage` says.
    meter.lookAgain()
    // What is left for current figures says nothing about histories.
    return (await meter.group()) === 'history' && ((await meter.allowance()).remaining ?? 0) > 0
  }
  const everywhere = async () => (await access()) ?? quota()
  const plan = async (): Promise<PlanLesson | null> => {
    const lesson = planLesson.safeParse(await ledger.learned(PLAN[purpose]))
    if (!lesson.success || isOver(lesson.data, PLAN_PAUSE)) return null
    return isRenewed(lesson.data, await account()) ? null : lesson.data
  }
  const notePlan = async (refusal: Refusal, resolution: Resolution, allowed: number = resolution - 1) => {
    const known = await plan()
    const finest = Math.min(allowed, known?.finest ?? resolution)
    const before = planLesson.safeParse(await ledger.learned(PLAN[purpose]))
    const isRepeated = before.success && before.data.finest <= allowed
    // Another call of the same moment was refused too.
    if (isRepeated && known !== null) return
    const pause =
      isRepeated && (await served()) < resolution
        ? { until: after(PLAN_PAUSE) }
        : nextDoubtedPause(isRepeated ? doubted(before.data) : null, clock())
    await ledger.learn(PLAN[purpose], { refusal, finest, ...(await accountNow()), ...pause } satisfies PlanLesson)
  }
  const served = async () => servedLesson.safeParse(await ledger.learned(SERVED[purpose])).data ?? 0
  return {
    everywhere,
    noteAnswer: () => {
      isLetIn = true
    },
    noteServed: async (resolution) => {
      if (resolution > (await served())) await ledger.learn(SERVED[purpose], resolution)
    },
    at: async (resolution) => {
      const paused = await everywhere()
      if (paused !== null) return paused
      const known = await plan()
      return known !== null && resolution > known.finest ? known.refusal : null
    },
    finestResolution: async () => (await plan())?.finest ?? null,
    isOfPeriods,
    note: async (refusal, resolution) => {
      if (refusal.code === 'resolution_not_in_plan') return notePlan(refusal, resolution)
      // Where a history was served, the refusal is about these periods, and pausing others would be wrong.
      if ((await served()) > 0 && (await isOfPeriods(refusal))) return
      if (refusal.code === NO_HISTORIES_IN_PLAN.code) return notePlan(refusal, resolution, 0)
      if (isOfAccess(refusal.code)) return noteAccess(refusal)
      if (refusal.code !== 'quota_exhausted') return
      await noteQuota(refusal)
    },
  }
}

function isSpent(quota: Quota | undefined): boolean {
  return quota !== undefined && quota.limit !== null && quota.used !== null && quota.used >= quota.limit
}

function isRenewed(before: Account | undefined, now: Account): boolean {
  if (before === undefined) return false
  const isOther = now.limit !== null && before.limit !== null && now.limit !== before.limit
  return isOther || isLaterCycle(now.resets_at, before.resets_at)
}

function doubted({ until, length }: { until: string; length?: number | undefined }): DoubtedPause {
  return { until, length: length ?? 0 }
}
