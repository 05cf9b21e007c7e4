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
  isLengthOpen,
  isProvenCall,
  isProvenLength,
  learnFrom,
  nextSizes,
  type Risk,
  riskOf,
  withLengths,
  withRisk,
} from '../planning/call-lessons.ts'
import { FILLED_CELLS_MAX } from '../planning/fill-up.ts'
import { NOTHING_LEARNED } from '../planning/learned-limit.ts'
import type { PlanLimits } from '../planning/plan.ts'
import { bytesToList, cellsWithin, type StatsQuestion } from '../planning/stats-target.ts'
import { createListDoubts, type Emptiness } from './list-doubts.ts'
import { findLength, type TakesLength } from './url-length.ts'

const LESSONS = 'call-limits'

/** What may be planned now, and how calls are to be written. */
interface Sizes {
  readonly limits: PlanLimits
  readonly question: StatsQuestion
  isProven(size: CallSize): boolean
}

/** How large metered calls may be, and how lists are written, as learned from the service and kept in the ledger. */
export interface CallLimits {
  /** For so many cells that are wanted, and around them; `circle` has the candidates of the one around all that is wanted. */
  sizes(resolution: Resolution, lens: Lens, cells: { wanted: number; around: number; circle: number }): Promise<Sizes>
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
   * Asked when the connection was broken off over a request line's target: true where a free request as long is not taken
   * either, or where it was broken off for the second time running. Never for a length that all servers take.
   */
  isLengthDoubtful(bytes: number): Promise<boolean>
}

/** The limits learned so far, kept in the ledger. */
export function createCallLimits(deps: {
  ledger: LessonLedger
  basePath: string
  takesLength: TakesLength
  clock: () => Date
}): CallLimits {
  const { ledger, basePath, takesLength, clock } = deps
  const parse = (lesson: unknown): CallLessons => {
    const known = callLessons.safeParse(lesson)
    return known.success ? known.data : firstLessons(clock())
  }
  const read = async () => parse(await ledger.learned(LESSONS))
  /** The shortest target that was broken off, nothing as long having been taken since; infinite for none. */
  let brokenOff = Number.POSITIVE_INFINITY
  const doubts = createListDoubts()
  let search: Promise<void> | null = null
  const findOnce = async () => {
    const found = await findLength(takesLength)
    await ledger.amend(LESSONS, (before) => withLengths(parse(before), found ?? NOTHING_LEARNED, clock()))
  }
  /** What is learned, and how long a target may be where a list of so many cells needs to know. */
  const readFor = async (cells: number, resolution: Resolution, lens: Lens): Promise<CallLessons> => {
    const lessons = await read()
    const bytes = bytesToList(cells, { basePath, lens, resolution, style: lessons.style })
    if (!isLengthOpen(lessons, bytes, clock())) return lessons
    search ??= findOnce().finally(() => {
      search = null
    })
    await search
    return read()
  }
  return {
    sizes: async (resolution, lens, { wanted, around, circle }) => {
      const lessons = await readFor(wanted, resolution, lens)
      const question = { basePath, lens, resolution, style: lessons.style }
      const needed = { cells: wanted, around, circle, listedBy: (bytes: number) => cellsWithin(bytes, question) }
      const { bytes, cells, circles, places } = nextSizes(lessons, resolution, needed, clock())
      const listed = cellsWithin(bytes, question)
      return {
        limits: {
          listCells: Math.min(cells, listed),
          circleCells: circles,
          placeCells: places,
          isUrlBound: listed < cells,
          filledList: Math.min(cells, listed, FILLED_CELLS_MAX),
          filledCircle: Math.min(circles, FILLED_CELLS_MAX),
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
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson, clock()))
    },
    learnStyle: async (size, risk, { style, isNamed }) => {
      const known = await read()
      const isKnown = known.style !== style
      const verdict = isKnown ? 'left' : doubts.noteRefused(style, isNamed || !known.isStyleProven)
      const lesson: CallLesson = verdict === 'kept' ? { kind: 'nothing' } : { kind: 'other_style', than: style }
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson, clock()))
      // With no refusal left to risk, the other style is for the next purchase to try.
      return isKnown || (verdict === 'left' && (known.isStyleProven || risk !== 'none'))
    },
    isListDoubtful: async (answer) => !(await read()).isStyleProven || doubts.noteUnshown(answer),
    isLengthDoubtful: async (bytes) => {
      if (isProvenLength(firstLessons(clock()), bytes)) return false
      if ((await takesLength(bytes)) === false) return true
      const isAgain = bytes >= brokenOff
      brokenOff = isAgain ? Number.POSITIVE_INFINITY : bytes
      return isAgain
    },
  }
}
