import type { ListStyle } from '../../../contract/service/assumptions.ts'
import type { Resolution } from '../../../domain/cell.ts'
import { hasFilters, type Lens } from '../../../domain/lens.ts'
import type { DeclaredParameters } from '../../hints/stated/declared-parameters.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'
import { type CallSize, isListless, isProvenCall, limitOf, mostListed } from '../../lessons/call-lessons.ts'
import { type Risk, riskOf, withProbeDue, withRisk } from '../../lessons/call-risk.ts'
import { type CallLesson, isNothingNew, learnFrom, withSuspected } from '../../lessons/learn-from.ts'
import { nextSizes, type Wanted } from '../../lessons/next-sizes.ts'
import type { PlanLimits } from '../../planning/calls/plan.ts'
import { cellsWithin, type StatsQuestion } from '../../planning/calls/stats-target.ts'
import { FILLED_CELLS_MAX } from '../../planning/fill-up.ts'
import type { MeterReader } from '../../spending/meter.ts'
import type { CircleEvidence } from '../../tiles/circle-ground.ts'
import { createLengthDoubts, type LengthDoubts } from '../doubts/length-doubts.ts'
import { createListDoubts, type Emptiness } from '../doubts/list-doubts.ts'
import { createSizeDoubts } from '../doubts/size-doubts.ts'
import type { TakesLength } from '../doubts/url-length.ts'
import { createCircleLessons } from './circle-lessons.ts'
import { createFreeLessons } from './free-lessons.ts'
import { createKeptLessons } from './kept-lessons.ts'

/** How large calls may be planned now, and how they are written. */
interface Sizes {
  readonly limits: PlanLimits
  readonly question: StatsQuestion
  isProven(size: CallSize): boolean
  /** The share of a circle's radius to plan for. */
  readonly circleShare: number
}

/** How large metered calls may be and how lists are written: learned from the service, kept in the ledger. */
export interface CallLimits {
  /** The limits for buying these cells of an edition. */
  sizes(resolution: Resolution, lens: Lens, wanted: Omit<Wanted, 'listedBy'>): Promise<Sizes>
  /** Call right before a metered call. Returns its risk, already counted; null when the call is no longer allowed. */
  begin(size: CallSize, style: ListStyle): Promise<Risk | null>
  /** Call after every metered call that was begun. */
  learn(size: CallSize, risk: Risk, lesson: CallLesson): Promise<void>
  /**
   * Call instead of `learn` after a refusal that may be about the list style; `isNamed` means the refusal says so. Returns
   * true when the same cells must be planned again.
   */
  learnStyle(size: CallSize, risk: Risk, refused: { style: ListStyle; isNamed: boolean }): Promise<boolean>
  /** Returns why a list must be checked, when its response does not show that the service read all of it; else null. */
  doubtOf(answer: Emptiness): Promise<'unproven' | 'suspicious' | null>
  /** True until an answer has shown that the service's circles are round, and not hexagons of H3's rings. */
  areCirclesUnsure(): Promise<boolean>
  /** Call with what an answer to a circle shows. */
  learnCircle(evidence: CircleEvidence): Promise<void>
  /** Whether lists that fail are too long. */
  readonly lengths: Pick<LengthDoubts, 'mark' | 'judge' | 'judgeContent' | 'noteTooMany' | 'suspected'>
}

/** Creates the limits from what the ledger has kept. */
export function createCallLimits(deps: {
  ledger: LessonLedger
  basePath: string
  takesLength: TakesLength
  declared: DeclaredParameters
  meter: Pick<MeterReader, 'limit'>
  clock: () => Date
}): CallLimits {
  const { ledger, basePath, takesLength, clock } = deps
  const kept = createKeptLessons(ledger, clock)
  const learnForFree = createFreeLessons({ ...deps, kept })
  const circleLessons = createCircleLessons(ledger, clock)
  const lengths = createLengthDoubts(takesLength)
  const doubts = createListDoubts()
  const smallness = createSizeDoubts()
  return {
    sizes: async (resolution, lens, wanted) => {
      const lessons = await learnForFree(wanted.cells, resolution, lens)
      const question = { basePath, lens, resolution, style: lessons.style }
      const needed = { ...wanted, listedBy: (bytes: number) => cellsWithin(bytes, question) }
      const known = withSuspected(lessons, lengths.suspected(), clock())
      const { bytes, cells, circles, places } = nextSizes(
        known,
        { resolution, isFiltered: hasFilters(lens) },
        needed,
        clock(),
      )
      const listed = isListless(lessons, clock()) ? 0 : mostListed(lessons, cellsWithin(bytes, question))
      return {
        limits: {
          listCells: Math.min(cells, listed),
          circleCells: circles,
          placeCells: places,
          isUrlBound: listed < cells,
          areListsUnsure: !lessons.isStyleProven,
          filledList: Math.min(cells, listed, FILLED_CELLS_MAX),
          filledCircle: Math.min(circles, FILLED_CELLS_MAX),
        },
        question,
        isProven: (size) => isProvenCall(lessons, size),
        circleShare: await circleLessons.share(),
      }
    },
    begin: async (size, style) => {
      const lessons = await kept.read()
      if (smallness.isProbeDue()) {
        // The calls are planned again, larger.
        await kept.amend(withProbeDue)
        return null
      }
      // Most calls risk nothing, so nothing needs to be recorded first.
      if (lessons.style === style && isProvenCall(lessons, size)) return 'none'
      let risk: Risk | null = null
      await kept.amend((known) => {
        const now = clock()
        risk = known.style === style ? riskOf(known, size, now) : null
        return risk === null ? known : withRisk(known, risk, now)
      })
      return risk
    },
    learn: async (size, risk, lesson) => {
      if (showsReadList(lesson)) doubts.clear()
      if (lesson.kind === 'accepted') {
        lengths.noteAccepted(size.kind === 'cells' && size.count > 1 ? size.bytes : 0)
        smallness.noteAccepted(size.count, limitOf(await kept.read(), size).accepted)
      }
      if (risk === 'none' && lesson.kind === 'nothing') return
      if (risk === 'none' && lesson.kind === 'accepted' && isNothingNew(await kept.read(), size)) return
      await kept.amend((before) => learnFrom(before, size, risk, lesson, clock()))
    },
    learnStyle: async (size, risk, { style, isNamed }) => {
      const known = await kept.read()
      const isKnown = known.style !== style
      const verdict = isKnown ? 'left' : doubts.noteRefused(style, isNamed || !known.isStyleProven)
      const lesson: CallLesson = verdict === 'kept' ? { kind: 'nothing' } : { kind: 'other_style', than: style }
      await kept.amend((before) => learnFrom(before, size, risk, lesson, clock()))
      // With no refusals left, the next purchase tries the other style.
      return isKnown || (verdict === 'left' && (known.isStyleProven || risk !== 'none'))
    },
    doubtOf: async (answer) => {
      if (!(await kept.read()).isStyleProven) return 'unproven'
      return doubts.noteUnshown(answer) ? 'suspicious' : null
    },
    areCirclesUnsure: async () => !(await circleLessons.areRound()),
    learnCircle: circleLessons.learn,
    lengths,
  }
}

/** Whether a call has shown that the service read all of its list. */
function showsReadList(lesson: CallLesson): boolean {
  if (lesson.kind === 'accepted') return lesson.isStyleProven
  return lesson.kind === 'list_checked' && lesson.isRead
}
