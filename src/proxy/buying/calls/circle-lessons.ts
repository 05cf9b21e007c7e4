import { isDeepStrictEqual } from 'node:util'
import type { LessonLedger } from '../../ledger/ledger.ts'
import { circleReading, FIRST_READING, learnCircle, plannedShare } from '../../planning/circles/circle-reading.ts'
import type { CircleEvidence } from '../../tiles/circle-ground.ts'

const CIRCLES = 'circle-reading'

/** What answers have shown of the service's circles, as the ledger has it. */
export interface CircleLessons {
  /** False until an answer has shown that circles are round, and not hexagons of H3's rings. */
  areRound(): Promise<boolean>
  /** The share of a circle's radius to plan for. */
  share(): Promise<number>
  /** Call with what an answer to a circle shows. */
  learn(evidence: CircleEvidence): Promise<void>
}

export function createCircleLessons(ledger: LessonLedger, clock: () => Date): CircleLessons {
  const parse = (lesson: unknown) => circleReading.safeParse(lesson).data ?? FIRST_READING
  const read = async () => parse(await ledger.learned(CIRCLES))
  return {
    areRound: async () => (await read()).isRound,
    share: async () => plannedShare(await read(), clock()),
    learn: async (evidence) => {
      const change = (before: unknown) => learnCircle(parse(before), evidence, clock())
      const known = await read()
      // Most answers tell nothing new.
      if (!isDeepStrictEqual(change(known), known)) await ledger.amend(CIRCLES, change)
    },
  }
}
