import type { ListStyle } from '../../contract/service/assumptions.ts'
import { nextDoubtedPause } from '../../server/work/doubted-pause.ts'
import type { Bracket } from './best-guess.ts'
import { type CallLessons, type CallSize, filteredKey, isProvenCall, type LimitOf, limitOf } from './call-lessons.ts'
import { knownOf, type Risk, withoutRisk, withRefusal } from './call-risk.ts'
import {
  isNonsense,
  type LearnedLimit,
  NOTHING_LEARNED,
  noteAccepted,
  noteRefused,
  withoutRefusals,
} from './learned-limit.ts'

/** Calls that are counted at most: more would not change any choice. */
const CALLS_COUNTED = 70

/** What became of a call, for the lessons in it. */
export type CallLesson =
  | { kind: 'accepted'; isStyleProven: boolean }
  /** Perhaps only one cell of a list was read, so its size says nothing about the budget. */
  | { kind: 'unread' }
  | { kind: 'too_many'; named: number | null }
  /** Targets of this many bytes or more are refused; `isDoubted` where free requests of that length are not. */
  | { kind: 'too_long'; bytes: number; isDoubted: boolean }
  /** Lists are not understood as they were written. */
  | { kind: 'other_style'; than: ListStyle }
  /** Whether the service reads all of a list, by a call that tells nothing else. */
  | { kind: 'list_checked'; style: ListStyle; isRead: boolean }
  /** It was not answered for a reason that has nothing to do with its size. */
  | { kind: 'nothing' }

/** The lessons after a call that was begun with a risk. */
export function learnFrom(
  lessons: CallLessons,
  size: CallSize,
  risk: Risk,
  lesson: CallLesson,
  now: Date,
): CallLessons {
  const refunded = withoutRisk(lessons, risk)
  const refused = withRefusal(lessons, risk)
  const { count, bytes } = size
  const limit = limitOf(lessons, size)
  switch (lesson.kind) {
    case 'nothing':
      return refunded
    case 'accepted':
      // No size was learned at all: the next one is tried as if at first contact.
      if (hasNonsense(lessons)) return withoutNonsense(refunded)
      return {
        ...withLimit(refunded, size, noteAccepted(limit, count)),
        bytes: noteAccepted(lessons.bytes, bytes),
        calls: Math.min(CALLS_COUNTED, lessons.calls + 1),
        isStyleProven: lessons.isStyleProven || lesson.isStyleProven,
      }
    case 'unread':
      return { ...refunded, bytes: noteAccepted(lessons.bytes, bytes) }
    case 'too_many':
      return withRefusedSize(refused, size, lesson.named, now)
    case 'too_long':
      return {
        // Whatever refuses only metered calls by their length charges nothing, and few lengths are tried.
        ...(lesson.isDoubted ? refunded : refused),
        bytes: noteRefused(lessons.bytes, lesson.bytes, null, now),
        bytes_probed_at: now.toISOString(),
        bytes_doubt: lesson.isDoubted ? nextDoubtedPause(lessons.bytes_doubt, now) : null,
      }
    case 'other_style':
      // Another call may have found it out before.
      return lessons.style === lesson.than ? withOtherStyle(refused, now) : refused
    case 'list_checked':
      if (lesson.isRead) return { ...refused, style: lesson.style, isStyleProven: true, unread: [], listless_at: null }
      return withOtherStyle({ ...refunded, style: lesson.style, unread: [...refunded.unread, lesson.style] }, now)
  }
}

function withOtherStyle(lessons: CallLessons, now: Date): CallLessons {
  const style = lessons.style === 'commas' ? 'repeats' : 'commas'
  const listless_at = lessons.unread.includes(style) ? now.toISOString() : null
  return { ...lessons, style, isStyleProven: false, listless_at }
}

/**
 * A call with filters that is refused at a size which calls without are accepted at has a limit of its own from then on: a
 * service may have to compute its figures.
 */
function withRefusedSize(lessons: CallLessons, size: CallSize, named: number | null, now: Date): CallLessons {
  const { kind, resolution, count } = size
  const isApart = hasOwnLimit(lessons, size)
  const isPlainLarger = size.isFiltered && knownOf(lessons, { kind, resolution, isFiltered: false }).accepted >= count
  if (isApart || !isPlainLarger) return withLimit(lessons, size, noteRefused(limitOf(lessons, size), count, named, now))
  const limits = { ...lessons[kind], [filteredKey(resolution)]: noteRefused(NOTHING_LEARNED, count, named, now) }
  return { ...lessons, [kind]: limits }
}

function hasOwnLimit(lessons: CallLessons, { kind, resolution, isFiltered }: LimitOf): boolean {
  return isFiltered && lessons[kind][filteredKey(resolution)] !== undefined
}

function withLimit(lessons: CallLessons, of: LimitOf, limit: LearnedLimit): CallLessons {
  const key = hasOwnLimit(lessons, of) ? filteredKey(of.resolution) : of.resolution
  return { ...lessons, [of.kind]: { ...lessons[of.kind], [key]: limit } }
}

function hasNonsense({ cells, circles }: CallLessons): boolean {
  return [cells, circles].some((limits) => Object.values(limits).some(isNonsense))
}

/** The lessons after a service that refused one cell as too many has accepted a call. */
function withoutNonsense(lessons: CallLessons): CallLessons {
  const cleared = (limits: CallLessons['cells']) =>
    Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key, withoutRefusals(limit)]))
  return { ...lessons, cells: cleared(lessons.cells), circles: cleared(lessons.circles), refusals: 0 }
}

/** True for a call that teaches nothing by being accepted. */
export function isNothingNew(lessons: CallLessons, size: CallSize): boolean {
  return lessons.calls >= CALLS_COUNTED && isProvenCall(lessons, size) && !hasNonsense(lessons)
}

/** The lessons after reading the service's description. What its responses have shown counts for more. */
export function withDescription(
  lessons: CallLessons,
  list: { readonly style: ListStyle | null; readonly most: number | null } | null,
): CallLessons {
  const isOpen = !lessons.isStyleProven && lessons.refusals === 0 && lessons.unread.length === 0
  const style = isOpen ? (list?.style ?? lessons.style) : lessons.style
  return { ...lessons, isDescriptionRead: true, most_listed: list?.most ?? null, style }
}

/** The lessons after free requests have shown which lengths are accepted. */
export function withLengths(lessons: CallLessons, { accepted, refused }: Bracket, now: Date): CallLessons {
  return { ...lessons, bytes: { ...NOTHING_LEARNED, accepted, refused }, bytes_probed_at: now.toISOString() }
}

/** The lessons as they would be if targets of this many bytes were too long; unchanged for null. */
export function withSuspected(lessons: CallLessons, bytes: number | null, now: Date): CallLessons {
  return bytes === null ? lessons : { ...lessons, bytes: noteRefused(lessons.bytes, bytes, null, now) }
}
