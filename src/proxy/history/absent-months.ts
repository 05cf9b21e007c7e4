import { z } from 'zod'
import { type AsOf, ageDays } from '../../domain/period.ts'
import { hasPassed } from '../../server/work/kept-times.ts'

/** When an answer lacked something that it was asked for, and the revision that the service named of the month then. */
const absence = z.object({ at: z.iso.datetime(), revision: z.string().nullable() })
type Absence = z.infer<typeof absence>

/** What answers lacked, by a name that begins with the month's label. */
export const absences = z.record(z.string(), absence)
export type Absences = z.infer<typeof absences>

const DAY = 86_400_000
/** Days before it is asked for again. */
const PAUSE = { shortest: 1, longest: 30 }

/**
 * True while nothing should be asked of a month that an answer lacked. A month that has just ended may only be late, an
 * older one hardly comes: it is asked for again after as many days as its label was old, and at once in another revision.
 */
export function isStillAbsent(
  found: Absence | undefined,
  label: AsOf,
  { now, revision }: { now: Date; revision: string | null },
): boolean {
  if (found === undefined || found.revision !== revision) return false
  const asked = new Date(found.at)
  const days = Math.min(PAUSE.longest, Math.max(PAUSE.shortest, ageDays(label, asked)))
  return !hasPassed(found.at, days * DAY, now)
}

/** What answers lacked after one more, without what every pause is over for. */
export function withAbsences(known: Absences, names: readonly string[], found: (name: string) => Absence, now: Date) {
  const isOld = ({ at }: Absence) => hasPassed(at, PAUSE.longest * DAY, now)
  const kept = Object.entries(known).filter(([, each]) => !isOld(each))
  return Object.fromEntries([...kept, ...names.map((name) => [name, found(name)] as const)])
}
