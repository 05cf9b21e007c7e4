import { z } from 'zod'
import type { Resolution } from '../../domain/cell.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import type { LessonLedger } from '../ledger/ledger.ts'

const NAME = 'periods by resolution'

const label = z.string().transform((raw, context): AsOf => {
  const parsed = parseAsOf(raw)
  if (parsed !== null) return parsed
  context.addIssue(`expected the first day of a month, found '${raw}'`)
  return z.NEVER
})
/** By resolution: the period that answers were of, and the latest that was known at that time. */
const lesson = z.record(z.string(), z.object({ as_of: label, beside: label }))
type Lesson = z.output<typeof lesson>

/**
 * The periods of resolutions that differ from the one that the service names. Resolutions have windows of their own, so a
 * service may name their periods by other months, or publish some resolutions later; without this, every change between
 * two of them would buy what is held under the other label.
 */
export interface ResolutionPeriods {
  /** Returns the period that a resolution is sold in while the service names `served`. */
  of(resolution: Resolution, served: AsOf): Promise<AsOf>
  /** Call when an answer at a resolution was of a period while these were named, by zones and by the latest answers. */
  note(resolution: Resolution, as_of: AsOf, named: readonly AsOf[]): Promise<void>
}

/** Keeps them in the ledger, because what was bought under them is kept there too. */
export function createResolutionPeriods(ledger: LessonLedger): ResolutionPeriods {
  return {
    of: async (resolution, served) => {
      const known = readLesson(await ledger.learned(NAME))[resolution]
      // A later month is news: the service has other figures by now.
      return known !== undefined && served <= known.beside ? known.as_of : served
    },
    note: async (resolution, as_of, named) => {
      const isPlain = named.every((one) => one === as_of)
      const beside = named.reduce(later, as_of)
      const known = readLesson(await ledger.learned(NAME))[resolution]
      if (isPlain ? known === undefined : known?.as_of === as_of && known.beside === beside) return
      await ledger.amend(NAME, (before): Lesson => {
        const { [resolution]: _, ...others } = readLesson(before)
        return isPlain ? others : { ...others, [resolution]: { as_of, beside } }
      })
    },
  }
}

function later(one: AsOf, other: AsOf): AsOf {
  return one > other ? one : other
}

function readLesson(raw: unknown): Lesson {
  const known = lesson.safeParse(raw)
  return known.success ? known.data : {}
}
