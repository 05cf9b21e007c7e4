import { z } from 'zod'
import { type AsOf, addMonths, parseAsOf } from '../../domain/period.ts'
import { hasPassed, isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'

/** Refused calls spent on how far back the plan goes: the first, and two steps that halve what is left. */
const REFUSALS_MAX = 3

// Milliseconds.
const DAY = 86_400_000
/** The first refusal may be an accident. */
const FIRST_PAUSE = 600_000

const label = z.string().transform((raw, context) => {
  const parsed = parseAsOf(raw)
  if (parsed === null) context.addIssue('not the first day of a month')
  return parsed ?? z.NEVER
})

/** How far back the service has sold months, and has not. */
const refusedMonths = z.object({
  /** The oldest month of the newest call that was refused: it is refused, and so are all before it; null for none. */
  refused: label.nullable(),
  until: z.iso.datetime(),
  refusals: z.int().nonnegative(),
  /** The oldest month that was sold, and when. */
  served: z.object({ label, at: z.iso.datetime() }).nullable(),
})
export type KnownMonths = z.infer<typeof refusedMonths>
export const NO_MONTHS_KNOWN: KnownMonths = {
  refused: null,
  until: new Date(0).toISOString(),
  refusals: 0,
  served: null,
}

/**
 * Returns the months to ask for of those that are missing, oldest first: those as new as one that was sold; without any, the
 * newer half of those that are newer than a refused one. A call for `newest` alone would bring no history.
 */
export function openMonths(known: KnownMonths, missing: readonly AsOf[], newest: AsOf, now: Date): readonly AsOf[] {
  const { refused, until, refusals, served } = known
  if (refused === null || isPauseOver(until, DAY, now)) return missing
  const sold = missing.filter((month) => served !== null && month >= served.label)
  if (sold.some((month) => month < newest)) return sold
  const unsure = refusals < REFUSALS_MAX ? missing.filter((month) => month > refused && month < newest) : []
  const [first] = unsure.slice(Math.floor(unsure.length / 2))
  return first === undefined ? [] : missing.filter((month) => month >= first)
}

/** What is known after a refused call for `from` and later months, and whether the refusal seems to be about all months. */
export function withRefusedFrom(
  known: KnownMonths,
  from: AsOf,
  newest: AsOf,
  now: Date,
): { readonly known: KnownMonths; readonly isAboutAll: boolean } {
  const sold = known.served !== null && from >= known.served.label ? known.served : null
  // A month as new as this was sold lately, so the refusal is about something else.
  if (sold !== null && !hasPassed(sold.at, DAY, now)) return { known, isAboutAll: false }
  const served = sold === null ? known.served : null
  const isLive = !isPauseOver(known.until, DAY, now)
  const refused = isLive && known.refused !== null && known.refused > from ? known.refused : from
  const refusals = hasPassed(known.until, DAY, now) ? 1 : known.refusals + 1
  const isAboutAll = served === null && (refusals >= REFUSALS_MAX || refused >= addMonths(newest, -1))
  const until = timeAfter(refusals === 1 && !isAboutAll ? FIRST_PAUSE : DAY, now)
  // Once the pause for all is over, the search begins again, with one step less.
  if (isAboutAll) return { known: { refused: null, until, refusals: 1, served }, isAboutAll }
  return { known: { refused, until, refusals, served }, isAboutAll }
}

/** What is known after `oldest` and later months were sold. */
export function withSold(known: KnownMonths, oldest: AsOf, now: Date): KnownMonths {
  const before = known.served
  if (before !== null && oldest >= before.label && !hasPassed(before.at, DAY, now)) return known
  const isRefuted = known.refused !== null && oldest <= known.refused
  return { ...(isRefuted ? NO_MONTHS_KNOWN : known), served: { label: oldest, at: now.toISOString() } }
}

/** Remembers which months the service does not sell, though it sells others. */
export interface RefusedMonths {
  /** The missing months of a history up to `newest` that are worth asking for; none where the plan seems to include none of them. */
  open(missing: readonly AsOf[], newest: AsOf): Promise<readonly AsOf[]>
  /** Notes a refused call for months from `from` on, null where it named none; true when it seems to be about all months. */
  noteRefused(from: AsOf | null, newest: AsOf): Promise<boolean>
  noteSold(months: readonly AsOf[]): Promise<void>
}

const LESSON = 'history months'

export function createRefusedMonths({ ledger, clock }: { ledger: LessonLedger; clock: () => Date }): RefusedMonths {
  const read = (lesson: unknown) => refusedMonths.safeParse(lesson).data ?? NO_MONTHS_KNOWN
  return {
    open: async (missing, newest) =>
      openMonths(read(await ledger.learned(LESSON)), missing.toSorted(), newest, clock()),
    noteRefused: async (from, newest) => {
      if (from === null) return true
      let isAboutAll = false
      await ledger.amend(LESSON, (before) => {
        const after = withRefusedFrom(read(before), from, newest, clock())
        isAboutAll = after.isAboutAll
        return after.known
      })
      return isAboutAll
    },
    noteSold: async (months) => {
      const [oldest] = months.toSorted()
      if (oldest === undefined) return
      const before = read(await ledger.learned(LESSON))
      if (withSold(before, oldest, clock()) === before) return
      await ledger.amend(LESSON, (known) => withSold(read(known), oldest, clock()))
    },
  }
}
