import { z } from 'zod'
import { LIST_STYLES, type ListStyle } from '../../contract/assumptions.ts'
import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import {
  type Beginning,
  borrowLimit,
  isProven,
  type LearnedLimit,
  learnedLimit,
  NOTHING_LEARNED,
  nextSize,
  noteAccepted,
  noteRefused,
  type Stakes,
} from './learned-limit.ts'

/** Calls that a new service may refuse while its limits are learned, ever: refused calls may be charged. */
export const REFUSALS_MAX = 6

/** Milliseconds after which one probe may be refused without being counted: a limit may have grown. */
export const REPROBE_AFTER = 30 * 86_400_000

/** Milliseconds after which a probe whose end nobody told of, since the process that made it is gone, counts no more. */
export const FORGOTTEN_AFTER = 600_000

const byResolution = z.record(z.string(), learnedLimit)

/** All that a service taught about the calls it takes. */
export const callLessons = z.object({
  /** Of the REFUSALS_MAX. */
  refusals: z.int().nonnegative(),
  /** When each probe was begun that may still be refused, ISO 8601: it counts as refused until it is known not to be. */
  underWay: z.array(z.string()),
  /** When the last probe was made that is not counted, or learning began; ISO 8601. */
  probed_at: z.string(),
  style: z.enum(LIST_STYLES),
  /** True once an answer showed that a list was understood, and until one shows the contrary. */
  isStyleProven: z.boolean(),
  /** Of the request line's target. */
  bytes: learnedLimit,
  /** Cells of a list. */
  cells: byResolution,
  /** Candidates of a circle, which a service may count in its own way. */
  circles: byResolution,
})
export type CallLessons = z.infer<typeof callLessons>

/** How large one call is: cells of a list or of a place, candidates of a circle; bytes of its target. */
export interface CallSize {
  readonly kind: 'cells' | 'circles'
  readonly resolution: Resolution
  readonly count: number
  readonly bytes: number
}

// RFC 9110, section 4.1, recommends that all take at least 8,000 octets; 2,000 no server refuses.
const BYTES: Beginning = { start: 8_000, floor: 2_000 }
const CELLS: Beginning = { start: CELLS_PER_TILE, floor: 50 }

export function firstLessons(now: Date): CallLessons {
  const bytes = NOTHING_LEARNED
  return {
    refusals: 0,
    underWay: [],
    probed_at: now.toISOString(),
    style: 'commas',
    isStyleProven: false,
    bytes,
    cells: {},
    circles: {},
  }
}

function stakesOf(lessons: CallLessons, now: Date): Stakes {
  const { isStyleProven, probed_at } = lessons
  // One is kept for finding out that lists are written otherwise.
  const left = REFUSALS_MAX - countedRefusals(lessons, now) - (isStyleProven ? 0 : 1)
  return { left, isDue: now.getTime() - Date.parse(probed_at) >= REPROBE_AFTER }
}

function countedRefusals({ refusals, underWay }: CallLessons, now: Date): number {
  return refusals + notForgotten(underWay, now).length
}

function notForgotten(underWay: readonly string[], now: Date): string[] {
  return underWay.filter((begun) => now.getTime() - Date.parse(begun) < FORGOTTEN_AFTER)
}

function limitOf(lessons: CallLessons, kind: CallSize['kind'], resolution: Resolution): LearnedLimit {
  return lessons[kind][resolution] ?? NOTHING_LEARNED
}

/** What other resolutions taught, and of circles first what lists did. */
function lentTo(lessons: CallLessons, kind: CallSize['kind'], resolution: Resolution): LearnedLimit {
  let lent = kind === 'circles' ? limitOf(lessons, 'cells', resolution) : NOTHING_LEARNED
  for (const other of RESOLUTIONS) {
    if (other !== resolution) lent = borrowLimit(lent, limitOf(lessons, kind, other))
  }
  return lent
}

/** The largest call of each kind that may be asked for next. */
export function nextSizes(lessons: CallLessons, resolution: Resolution, now: Date) {
  const stakes = stakesOf(lessons, now)
  const sizeOf = (kind: CallSize['kind']) => {
    return nextSize(limitOf(lessons, kind, resolution), lentTo(lessons, kind, resolution), CELLS, stakes)
  }
  return {
    bytes: nextSize(lessons.bytes, NOTHING_LEARNED, BYTES, stakes),
    cells: sizeOf('cells'),
    circles: sizeOf('circles'),
  }
}

/** True for a call no larger in any way than one that was taken before. */
export function isProvenCall(lessons: CallLessons, { kind, resolution, count, bytes }: CallSize): boolean {
  const isStyleSure = kind === 'circles' || count === 1 || lessons.isStyleProven
  return (
    isStyleSure && isProven(limitOf(lessons, kind, resolution), count, CELLS.floor) && isProvenLength(lessons, bytes)
  )
}

/** True for a target no longer than one that was taken before, or than all servers take. */
export function isProvenLength(lessons: CallLessons, bytes: number): boolean {
  return isProven(lessons.bytes, bytes, BYTES.floor)
}

/** What making a call may cost: nothing, one of the REFUSALS_MAX, or the month's probe. Null: it must not be made. */
export type Risk = 'none' | 'counted' | 'monthly'

export function riskOf(lessons: CallLessons, size: CallSize, now: Date): Risk | null {
  if (isProvenCall(lessons, size) || limitOf(lessons, size.kind, size.resolution).isShrinking) return 'none'
  const next = nextSizes(lessons, size.resolution, now)
  if (size.count > next[size.kind] || size.bytes > Math.max(next.bytes, BYTES.floor)) return null
  if (stakesOf(lessons, now).isDue) return 'monthly'
  // What is asked for with nothing left to risk is the least that can be asked for.
  return countedRefusals(lessons, now) < REFUSALS_MAX ? 'counted' : 'none'
}

/** Counts a call's risk before it is made. */
export function withRisk(lessons: CallLessons, risk: Risk, now: Date): CallLessons {
  if (risk === 'counted') {
    return { ...lessons, underWay: [...notForgotten(lessons.underWay, now), now.toISOString()] }
  }
  return risk === 'monthly' ? { ...lessons, probed_at: now.toISOString() } : lessons
}

function withoutRisk(lessons: CallLessons, risk: Risk): CallLessons {
  // It does not matter which of those under way it was.
  if (risk === 'counted') return { ...lessons, underWay: lessons.underWay.slice(1) }
  // Long ago, so that the month's probe is due again.
  return risk === 'monthly' ? { ...lessons, probed_at: new Date(0).toISOString() } : lessons
}

function withRefusal(lessons: CallLessons, risk: Risk): CallLessons {
  if (risk !== 'counted') return lessons
  return { ...lessons, underWay: lessons.underWay.slice(1), refusals: lessons.refusals + 1 }
}

/** What became of a call, for the lessons in it. */
export type CallLesson =
  | { kind: 'accepted'; isStyleProven: boolean }
  | { kind: 'too_many'; named: number | null }
  | { kind: 'too_long' }
  /** Lists are not understood as they were written. */
  | { kind: 'other_style'; than: ListStyle }
  /** It was not answered for a reason that has nothing to do with its size. */
  | { kind: 'nothing' }

/** The lessons after a call that was begun with a risk. */
export function learnFrom(lessons: CallLessons, size: CallSize, risk: Risk, lesson: CallLesson): CallLessons {
  const refunded = withoutRisk(lessons, risk)
  const refused = withRefusal(lessons, risk)
  const { kind, resolution, count, bytes } = size
  const limit = limitOf(lessons, kind, resolution)
  switch (lesson.kind) {
    case 'nothing':
      return refunded
    case 'accepted':
      return {
        ...withLimit(refunded, size, noteAccepted(limit, count)),
        bytes: noteAccepted(lessons.bytes, bytes),
        isStyleProven: lessons.isStyleProven || lesson.isStyleProven,
      }
    case 'too_many':
      return withLimit(refused, { kind, resolution }, noteRefused(limit, count, lesson.named))
    case 'too_long':
      return { ...refused, bytes: noteRefused(lessons.bytes, bytes) }
    case 'other_style':
      // Another call may have found it out before.
      if (lessons.style !== lesson.than) return refused
      return { ...refused, style: lesson.than === 'commas' ? 'repeats' : 'commas', isStyleProven: false }
  }
}

function withLimit(
  lessons: CallLessons,
  { kind, resolution }: Pick<CallSize, 'kind' | 'resolution'>,
  limit: LearnedLimit,
): CallLessons {
  return { ...lessons, [kind]: { ...lessons[kind], [resolution]: limit } }
}
