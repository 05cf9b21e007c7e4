import type { ListStyle } from '../../contract/assumptions.ts'
import type { Resolution } from '../../domain/cell.ts'
import type { Lens } from '../../domain/lens.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import {
  type CallLesson,
  type CallLessons,
  type CallSize,
  callLessons,
  firstLessons,
  isProvenCall,
  isProvenLength,
  learnFrom,
  nextSizes,
  type Risk,
  riskOf,
  withRisk,
} from '../planning/call-lessons.ts'
import type { PlanLimits } from '../planning/plan.ts'
import { cellsWithin, type StatsQuestion } from '../planning/stats-target.ts'
import { createListDoubts, type Emptiness } from './list-doubts.ts'

const LESSONS = 'call-limits'

/** What may be planned now, and how calls are to be written. */
interface Sizes {
  readonly limits: PlanLimits
  readonly question: StatsQuestion
  isProven(size: CallSize): boolean
}

/** How large metered calls may be, and how lists are written, as learned from the service and kept in the ledger. */
export interface CallLimits {
  sizes(resolution: Resolution, lens: Lens): Promise<Sizes>
  /** Asked right before a call: what it risks, which is counted at once; null when it must not be made any more. */
  begin(size: CallSize, style: ListStyle): Promise<Risk | null>
  /** Asked after every call that was begun. */
  learn(size: CallSize, risk: Risk, lesson: CallLesson): Promise<void>
  /**
   * Asked instead after a list was refused in a way that may be about its style, which `isNamed` says outright: true where
   * the same cells are to be planned anew.
   */
  learnStyle(size: CallSize, risk: Risk, refused: { style: ListStyle; isNamed: boolean }): Promise<boolean>
  /** Asked about an answer that does not show that the list was understood: true where nothing of it must be kept. */
  isListDoubtful(answer: Emptiness): Promise<boolean>
  /**
   * Asked when the connection was broken off over a request line's target: true where it may be too long, being longer than
   * any taken before, or broken off for the second time running though one as long was taken once. Never for a length that
   * all servers take.
   */
  isLengthDoubtful(bytes: number): Promise<boolean>
}

/** The limits learned so far, kept in the ledger. */
export function createCallLimits(ledger: LessonLedger, basePath: string, clock: () => Date): CallLimits {
  const parse = (lesson: unknown): CallLessons => {
    const known = callLessons.safeParse(lesson)
    return known.success ? known.data : firstLessons(clock())
  }
  const read = async () => parse(await ledger.learned(LESSONS))
  /** The shortest target that was taken once and was broken off since, nothing as long having been taken after; infinite for none. */
  let brokenOff = Number.POSITIVE_INFINITY
  const doubts = createListDoubts()
  return {
    sizes: async (resolution, lens) => {
      const lessons = await read()
      const question = { basePath, lens, resolution, style: lessons.style }
      const { bytes, cells, circles } = nextSizes(lessons, resolution, clock())
      const listed = cellsWithin(bytes, question)
      return {
        limits: {
          listCells: Math.min(cells, listed),
          circleCells: circles,
          placeCells: cells,
          isUrlBound: listed < cells,
        },
        question,
        isProven: (size) => isProvenCall(lessons, size),
      }
    },
    begin: async (size, style) => {
      const lessons = await read()
      // Most calls risk nothing, and need not be written down beforehand.
      if (lessons.style === style && isProvenCall(lessons, size)) return 'none'
      let risk: Risk | null = null
      await ledger.amend(LESSONS, (before) => {
        const known = parse(before)
        const now = clock()
        risk = known.style === style ? riskOf(known, size, now) : null
        return risk === null ? known : withRisk(known, risk, now)
      })
      return risk
    },
    learn: async (size, risk, lesson) => {
      if (lesson.kind === 'accepted' && size.bytes >= brokenOff) brokenOff = Number.POSITIVE_INFINITY
      if (lesson.kind === 'accepted' && lesson.isStyleProven) doubts.clear()
      if (risk === 'none' && lesson.kind === 'nothing') return
      if (risk === 'none' && lesson.kind === 'accepted' && isProvenCall(await read(), size)) return
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson))
    },
    learnStyle: async (size, risk, { style, isNamed }) => {
      const known = await read()
      const isKnown = known.style !== style
      const verdict = isKnown ? 'left' : doubts.noteRefused(style, isNamed || !known.isStyleProven)
      const lesson: CallLesson = verdict === 'kept' ? { kind: 'nothing' } : { kind: 'other_style', than: style }
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson))
      // With no refusal left to risk, the other style is for the next purchase to try.
      return isKnown || (verdict === 'left' && (known.isStyleProven || risk !== 'none'))
    },
    isListDoubtful: async (answer) => !(await read()).isStyleProven || doubts.noteUnshown(answer),
    isLengthDoubtful: async (bytes) => {
      const lessons = await read()
      if (!isProvenLength(lessons, bytes)) return true
      if (isProvenLength(firstLessons(clock()), bytes)) return false
      const isAgain = bytes >= brokenOff
      brokenOff = isAgain ? Number.POSITIVE_INFINITY : bytes
      return isAgain
    },
  }
}
