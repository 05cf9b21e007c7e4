import { z } from 'zod'
import { type Refusal, refusal as refusalSchema } from '../../contract/proxy-api.ts'
import type { CountedGroup } from '../../contract/service/received-usage.ts'
import { isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { MeterReader } from './meter.ts'
import { accountSchema, isRenewed, readAccount, readAccountNow } from './renewed-account.ts'

/**
 * Milliseconds, while free requests are let in and metered calls are not. The first refusal may be an accident; another one
 * within `memory` starts a pause.
 */
const ACCESS_PAUSE = { first: 60_000, longest: 3_600_000, memory: 600_000 }
const ACCESS = { current: 'access-pause', history: 'access-pause history' }

/**
 * Kept until the free endpoints let the account in again. `until` and `length` (milliseconds) are of a refusal while they
 * did: then only another metered call can tell.
 */
const accessLesson = z.object({
  refusal: refusalSchema,
  until: z.iso.datetime().optional(),
  length: z.number().optional(),
  account: accountSchema.optional(),
})
type AccessLesson = z.infer<typeof accessLesson>

/**
 * The pause of a lapsed token or subscription: until the free `/usage` no longer refuses it. Where `/usage` never did, the
 * second refusal pauses calls for a minute, and each one after that for twice as long, or until `/usage` shows that the
 * account was renewed.
 */
export interface AccessPause {
  /** Returns why no call is made; null when one may be. */
  refusal(): Promise<Refusal | null>
  note(refusal: Refusal): Promise<void>
  /** Call when a metered call was answered: the account is let in. */
  noteAnswer(): void
}

export function createAccessPause(deps: {
  ledger: LessonLedger
  meter: MeterReader
  clock: () => Date
  purpose: CountedGroup
}): AccessPause {
  const { ledger, meter, clock } = deps
  const name = ACCESS[deps.purpose]
  /** Since the last refusal of access. */
  let isLetIn = true
  return {
    refusal: async () => {
      const lesson = accessLesson.safeParse(await ledger.learned(name))
      if (!lesson.success) return null
      const { until, account } = lesson.data
      const isHeld = until !== undefined && !isPauseOver(until, ACCESS_PAUSE.longest, clock())
      if (isHeld && !isRenewed(account, await readAccount(meter))) return lesson.data.refusal
      const refusal = await meter.accessRefusal()
      // Until a metered call is answered, the next refusal is the second in a row.
      if (refusal === null && (until === undefined || isLetIn)) await ledger.learn(name, null)
      return refusal
    },
    note: async (refusal) => {
      const before = accessLesson.safeParse(await ledger.learned(name))
      if ((await meter.accessRefusal()) !== null) return ledger.learn(name, { refusal } satisfies AccessLesson)
      const { until: ended = null, length: last = 0 } = before.success ? before.data : {}
      const memory = Math.max(2 * last, ACCESS_PAUSE.memory)
      const isSoon = !isLetIn && ended !== null && clock().getTime() < Date.parse(ended) + memory
      isLetIn = false
      const length = isSoon ? Math.min(Math.max(2 * last, ACCESS_PAUSE.first), ACCESS_PAUSE.longest) : 0
      const until = timeAfter(length, clock())
      const told: AccessLesson = { refusal, until, length, account: await readAccountNow(meter) }
      await ledger.learn(name, told)
    },
    noteAnswer: () => {
      isLetIn = true
    },
  }
}
