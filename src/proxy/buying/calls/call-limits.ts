import { isDeepStrictEqual } from 'node:util'
import type { ListStyle } from '../../../contract/service/assumptions.ts'
import type { Resolution } from '../../../domain/cell.ts'
import { hasFilters, type Lens } from '../../../domain/lens.ts'
import { within } from '../../../server/work/within.ts'
import type { DeclaredParameters } from '../../hints/stated/declared-parameters.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'
import {
  type CallLessons,
  type CallSize,
  callLessons,
  firstLessons,
  isLengthOpen,
  isListless,
  isProvenCall,
  limitOf,
  mostListed,
} from '../../lessons/call-lessons.ts'
import { type Risk, riskOf, withProbeDue, withRisk } from '../../lessons/call-risk.ts'
import { withAllowance } from '../../lessons/larger-plan.ts'
import {
  type CallLesson,
  isNothingNew,
  learnFrom,
  withDescription,
  withLengths,
  withSuspected,
} from '../../lessons/learn-from.ts'
import { NOTHING_LEARNED } from '../../lessons/learned-limit.ts'
import { nextSizes, type Wanted } from '../../lessons/next-sizes.ts'
import type { PlanLimits } from '../../planning/calls/plan.ts'
import { bytesToList, cellsWithin, type StatsQuestion } from '../../planning/calls/stats-target.ts'
import { circleReading, FIRST_READING, learnCircle, plannedShare } from '../../planning/circles/circle-reading.ts'
import { FILLED_CELLS_MAX } from '../../planning/fill-up.ts'
import type { MeterReader } from '../../spending/meter.ts'
import type { CircleEvidence } from '../../tiles/circle-ground.ts'
import { createLengthDoubts, type LengthDoubts } from '../doubts/length-doubts.ts'
import { createListDoubts, type Emptiness } from '../doubts/list-doubts.ts'
import { createSizeDoubts } from '../doubts/size-doubts.ts'
import { findLength, type TakesLength } from '../doubts/url-length.ts'

const LESSONS = 'call-limits'
const CIRCLES = 'circle-reading'
/** Milliseconds that a purchase waits for the service's description. */
const DESCRIPTION_WAIT = 2_000

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
  const { ledger, basePath, takesLength, declared, meter, clock } = deps
  const parse = (lesson: unknown): CallLessons => {
    const known = callLessons.safeParse(lesson)
    return known.success ? known.data : firstLessons(clock())
  }
  const read = async () => parse(await ledger.learned(LESSONS))
  const parseReading = (lesson: unknown) => circleReading.safeParse(lesson).data ?? FIRST_READING
  const readCircles = async () => parseReading(await ledger.learned(CIRCLES))
  const lengths = createLengthDoubts(takesLength)
  const doubts = createListDoubts()
  const smallness = createSizeDoubts()
  let search: Promise<void> | null = null
  const findOnce = async () => {
    const found = await findLength(takesLength)
    await ledger.amend(LESSONS, (before) => withLengths(parse(before), found ?? NOTHING_LEARNED, clock()))
  }
  let reading: Promise<void> | null = null
  const readDescription = async () => {
    const described = await declared('/stats/current')
    const known = await read()
    if (described === null && known.isDescriptionRead) return
    const list = described?.lists.find(({ name }) => name === 'h3') ?? null
    const change = (lessons: CallLessons) => withDescription(lessons, list)
    if (!isDeepStrictEqual(change(known), known)) await ledger.amend(LESSONS, (before) => change(parse(before)))
  }
  const readDescribed = async (): Promise<CallLessons> => {
    const lessons = await read()
    reading ??= readDescription().finally(() => {
      reading = null
    })
    // A description that arrives later, or has changed, serves the next purchase. A ledger that fails does so below, too.
    if (lessons.isDescriptionRead) reading.catch(() => {})
    else await within(DESCRIPTION_WAIT, reading)
    return read()
  }
  const noteAllowance = async () => {
    const change = (lessons: CallLessons) => withAllowance(lessons, meter.limit(), clock())
    const known = await read()
    if (change(known) !== known) await ledger.amend(LESSONS, (before) => change(parse(before)))
  }
  /**
   * Returns the lessons. If a list of so many cells may be too long, first finds out how long a target may be, for free.
   */
  const readFor = async (cells: number, resolution: Resolution, lens: Lens): Promise<CallLessons> => {
    const lessons = await readDescribed()
    const bytes = bytesToList(cells, { basePath, lens, resolution, style: lessons.style })
    if (!isLengthOpen(lessons, bytes, clock())) return lessons
    search ??= findOnce().finally(() => {
      search = null
    })
    await search
    return read()
  }
  return {
    sizes: async (resolution, lens, wanted) => {
      await noteAllowance()
      const lessons = await readFor(wanted.cells, resolution, lens)
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
        circleShare: plannedShare(await readCircles(), clock()),
      }
    },
    begin: async (size, style) => {
      const lessons = await read()
      if (smallness.isProbeDue()) {
        // The calls are planned again, larger.
        await ledger.amend(LESSONS, (before) => withProbeDue(parse(before)))
        return null
      }
      // Most calls risk nothing, so nothing needs to be recorded first.
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
      if (lesson.kind === 'accepted') lengths.noteAccepted(size.kind === 'cells' && size.count > 1 ? size.bytes : 0)
      if (lesson.kind === 'accepted' && lesson.isStyleProven) doubts.clear()
      if (lesson.kind === 'list_checked' && lesson.isRead) doubts.clear()
      if (lesson.kind === 'accepted') smallness.noteAccepted(size.count, limitOf(await read(), size).accepted)
      if (risk === 'none' && lesson.kind === 'nothing') return
      if (risk === 'none' && lesson.kind === 'accepted' && isNothingNew(await read(), size)) return
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson, clock()))
    },
    learnStyle: async (size, risk, { style, isNamed }) => {
      const known = await read()
      const isKnown = known.style !== style
      const verdict = isKnown ? 'left' : doubts.noteRefused(style, isNamed || !known.isStyleProven)
      const lesson: CallLesson = verdict === 'kept' ? { kind: 'nothing' } : { kind: 'other_style', than: style }
      await ledger.amend(LESSONS, (before) => learnFrom(parse(before), size, risk, lesson, clock()))
      // With no refusals left, the next purchase tries the other style.
      return isKnown || (verdict === 'left' && (known.isStyleProven || risk !== 'none'))
    },
    doubtOf: async (answer) => {
      if (!(await read()).isStyleProven) return 'unproven'
      return doubts.noteUnshown(answer) ? 'suspicious' : null
    },
    areCirclesUnsure: async () => !(await readCircles()).isRound,
    learnCircle: async (evidence) => {
      const change = (before: unknown) => learnCircle(parseReading(before), evidence, clock())
      const known = await readCircles()
      // Most answers tell nothing new.
      if (!isDeepStrictEqual(change(known), known)) await ledger.amend(CIRCLES, change)
    },
    lengths,
  }
}
