import { z } from 'zod'
import { LIST_STYLES, type ListStyle } from '../../contract/assumptions.ts'
import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Bracket } from './best-guess.ts'
import {
  borrowLimit,
  CAUTIOUS,
  type LearnedLimit,
  learnedLimit,
  NOTHING_LEARNED,
  nextSize as nextLimit,
  noteAccepted,
  noteRefused,
  type Stakes,
} from './learned-limit.ts'
import { LEAST_BYTES } from './length-search.ts'

/** Calls that a new service may refuse while its limits are learned, ever: refused calls may be charged. */
export const REFUSALS_MAX = 6

/** Milliseconds after which one probe may be refused without being counted: a limit may have grown. */
export const REPROBE_AFTER = 30 * 86_400_000

/** Milliseconds for which a length limit is believed; testing it again costs nothing. */
const LENGTH_KEPT = 86_400_000

/** Milliseconds after which a probe without a recorded end no longer counts: the process that made it is gone. */
export const FORGOTTEN_AFTER = 600_000

const byResolution = z.record(z.string(), learnedLimit)

/** Everything learned about the calls that a service accepts. */
export const callLessons = z.object({
  /** Refusals counted towards REFUSALS_MAX. */
  refusals: z.int().nonnegative(),
  /** When each pending probe was begun, ISO 8601; it counts as refused until its result is known. */
  underWay: z.array(z.string()),
  /** When the last uncounted probe was made, or learning began; ISO 8601. */
  probed_at: z.string(),
  style: z.enum(LIST_STYLES),
  /** True from the first response that shows that a list was understood, until one shows the contrary. */
  isStyleProven: z.boolean(),
  /** Styles of lists from which the service reads one cell only, and when these became all of them; ISO 8601. */
  unread: z.array(z.enum(LIST_STYLES)).default([]),
  listless_at: z.string().nullable().default(null),
  /** Calls that brought figures, up to `CALLS_COUNTED`. */
  calls: z.int().nonnegative().default(0),
  /** Whether the service's description was read, and the most values of a list that it declares. */
  isDescriptionRead: z.boolean().default(false),
  most_listed: z.int().positive().nullable().default(null),
  /** Of the request line's target. */
  bytes: learnedLimit,
  /** When free requests last showed how long a target may be, or a metered one that they were wrong; ISO 8601. */
  bytes_probed_at: z.string().nullable().default(null),
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

/** Lengths to try while the limit is unknown, the longest unrefused one first. */
const USUAL_BYTES = [8_000, 4_000, 2_000, 1_000] as const
/**
 * How many further purchases like the present one a limit will serve: a service that has answered many calls will get
 * many more.
 */
const LATER_PURCHASES = { first: 0.5, from: 20, byCall: 0.25 }
/** More would not change any choice. */
const CALLS_COUNTED = 70
/** How many later calls the cells around a view cost, unless the present calls bring them. */
const LATER_CALLS = { still: 0.7, moving: 3 }
/** Lists below this size are limited by the length of URLs, not by the budget. */
const TELLING_MOST = 300
/** Larger calls are not tried for the cells around a view alone: this many hold most of what is wanted next. */
const AHEAD_MAX = 10_000
/**
 * The share of a circle's candidates that are new cells of the view when circles overlap, and of the cells around it.
 */
const CIRCLE_SHARE = { now: 0.5, around: 0.7 } as const

export function firstLessons(now: Date): CallLessons {
  const bytes = NOTHING_LEARNED
  return {
    refusals: 0,
    underWay: [],
    probed_at: now.toISOString(),
    style: 'commas',
    isStyleProven: false,
    unread: [],
    listless_at: null,
    calls: 0,
    isDescriptionRead: false,
    most_listed: null,
    bytes,
    bytes_probed_at: null,
    cells: {},
    circles: {},
  }
}

function stakesOf(lessons: CallLessons, now: Date): Stakes {
  const { isStyleProven, probed_at } = lessons
  // One is kept for learning that lists are written in the other style.
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

/** What the other kind taught, and other resolutions. */
function lentTo(lessons: CallLessons, kind: CallSize['kind'], resolution: Resolution): LearnedLimit {
  const otherKind = kind === 'circles' ? 'cells' : 'circles'
  let lent = limitOf(lessons, otherKind, resolution)
  for (const other of RESOLUTIONS) {
    if (other === resolution) continue
    lent = borrowLimit(borrowLimit(lent, limitOf(lessons, kind, other)), limitOf(lessons, otherKind, other))
  }
  return lent
}

/** What is to be bought: how many cells, how many lie around them, and how many cells a target of so many bytes can list. */
export interface Wanted {
  readonly cells: number
  readonly around: number
  /** True when neighbouring tiles are held: a viewer who has moved once usually moves again. */
  readonly isMoving: boolean
  /** Candidates of the circle around all that is wanted. */
  readonly circle: number
  /** Candidates of the widest circle that the interface allows there. */
  readonly widest: number
  readonly listedBy: (bytes: number) => number
}

/** The largest call of each kind to try next. */
export function nextSizes(lessons: CallLessons, resolution: Resolution, wanted: Wanted, now: Date) {
  const stakes = stakesOf(lessons, now)
  const bytes = nextBytes(lessons.bytes)
  const sizeOf = (kind: CallSize['kind'], listed: number) => {
    const [own, lent] = [limitOf(lessons, kind, resolution), lentTo(lessons, kind, resolution)]
    const { accepted, refused } = borrowLimit(own, lent)
    const isUnknown = accepted === 0 && refused === null
    // A service that declares the length of a list usually applies it to all calls.
    const { most_listed } = lessons
    if (isUnknown && kind === 'circles' && most_listed !== null && most_listed >= TELLING_MOST) return most_listed
    const later = LATER_CALLS[wanted.isMoving ? 'moving' : 'still']
    const around = Math.max(1, Math.min(wanted.around, CIRCLE_SHARE.around * AHEAD_MAX))
    const callsWith = (asked: number) => {
      const list = Math.min(asked, listed)
      // A circle cannot be larger than the widest one, so a larger size gains nothing.
      const size = kind === 'circles' ? Math.min(asked, wanted.widest) : asked
      // A circle that brings less than a list is never planned, so its size would never be tried.
      const most = CIRCLE_SHARE.now * size > list ? CIRCLE_SHARE.around * Math.min(size, AHEAD_MAX) : list
      const now = fewestCalls(wanted, size, listed)
      const brought = Math.max(0, Math.min(1, (now * most - wanted.cells) / around))
      return (1 + laterPurchases(lessons)) * now + later * (1 - brought)
    }
    return nextLimit(own, lent, callsWith, stakes)
  }
  const listed = isListless(lessons, now) ? 1 : mostListed(lessons, wanted.listedBy(bytes))
  // A place is as large as a list, and its URL is short.
  const places = sizeOf('cells', Number.POSITIVE_INFINITY)
  return { bytes, cells: sizeOf('cells', listed), circles: sizeOf('circles', listed), places }
}

function laterPurchases({ calls }: CallLessons): number {
  const { first, from, byCall } = LATER_PURCHASES
  return first + byCall * Math.max(0, calls - from)
}

/** About how many calls bring so many cells where a call may have `size` of them and its URL can list `listed`. */
function fewestCalls({ cells, circle }: Wanted, size: number, listed: number): number {
  if (size >= circle) return 1
  const list = Math.min(size, listed)
  const ofCircle = CIRCLE_SHARE.now * size
  if (ofCircle <= list) return Math.ceil(cells / list)
  const circles = Math.floor(cells / ofCircle)
  return Math.min(Math.ceil(cells / list), circles + Math.min(1, Math.ceil((cells - circles * ofCircle) / list)))
}

function nextBytes({ accepted, refused }: LearnedLimit): number {
  if (refused === null) return Math.max(accepted, USUAL_BYTES[0])
  const usual = USUAL_BYTES.find((bytes) => bytes < refused) ?? Math.max(LEAST_BYTES, Math.floor(refused / 2))
  return Math.max(accepted, usual)
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

/** How many cells a list may have at most, by the length of a target and the service's description. */
export function mostListed({ most_listed }: CallLessons, byLength: number): number {
  return most_listed === null ? byLength : Math.min(byLength, most_listed)
}

/** True when free requests should test the length limit, because it is unknown whether so many bytes are accepted. */
export function isLengthOpen({ bytes: known, bytes_probed_at }: CallLessons, bytes: number, now: Date): boolean {
  if (bytes <= Math.max(known.accepted, LEAST_BYTES)) return false
  return bytes_probed_at === null || now.getTime() - Date.parse(bytes_probed_at) >= LENGTH_KEPT
}

/** The lessons after free requests have shown which lengths are accepted. */
export function withLengths(lessons: CallLessons, { accepted, refused }: Bracket, now: Date): CallLessons {
  return { ...lessons, bytes: { ...NOTHING_LEARNED, accepted, refused }, bytes_probed_at: now.toISOString() }
}

/** The lessons as they would be if targets of so many bytes were too long; unchanged for null. */
export function withSuspected(lessons: CallLessons, bytes: number | null): CallLessons {
  return bytes === null ? lessons : { ...lessons, bytes: noteRefused(lessons.bytes, bytes) }
}

/** What is known of a limit, other resolutions and the other kind of call included. */
function knownOf(lessons: CallLessons, kind: CallSize['kind'], resolution: Resolution): LearnedLimit {
  return borrowLimit(limitOf(lessons, kind, resolution), lentTo(lessons, kind, resolution))
}

/** True when the service reads one cell of a list in every style. Tested again at times, as limits are. */
export function isListless({ listless_at }: CallLessons, now: Date): boolean {
  return listless_at !== null && now.getTime() - Date.parse(listless_at) < REPROBE_AFTER
}

/** True for a call no larger in any way than an accepted one. */
export function isProvenCall(lessons: CallLessons, { kind, resolution, count, bytes }: CallSize): boolean {
  const isStyleSure = kind === 'circles' || count === 1 || lessons.isStyleProven
  return isStyleSure && count <= limitOf(lessons, kind, resolution).accepted && isProvenLength(lessons, bytes)
}

/** True for a call that teaches nothing by being accepted. */
export function isNothingNew(lessons: CallLessons, size: CallSize): boolean {
  return lessons.calls >= CALLS_COUNTED && isProvenCall(lessons, size)
}

/** True for a target no longer than an accepted one, or than every server accepts. */
function isProvenLength(lessons: CallLessons, bytes: number): boolean {
  return bytes <= Math.max(lessons.bytes.accepted, LEAST_BYTES)
}

/** What making a call may cost: nothing, one of the REFUSALS_MAX, or the month's probe. Null: it must not be made. */
export const RISKS = ['none', 'counted', 'monthly'] as const
export type Risk = (typeof RISKS)[number]

export function riskOf(lessons: CallLessons, size: CallSize, now: Date): Risk | null {
  if (isProvenCall(lessons, size) || limitOf(lessons, size.kind, size.resolution).isShrinking) return 'none'
  const { left, isDue } = stakesOf(lessons, now)
  const known = knownOf(lessons, size.kind, size.resolution)
  // What was planned before another call was refused may be too large by now.
  const isTooLarge = ({ refused }: LearnedLimit, asked: number) => refused !== null && asked >= refused && !isDue
  if (isTooLarge(known, size.count) || isTooLarge(lessons.bytes, size.bytes)) return null
  // A size accepted elsewhere may be tried here.
  const isLent = size.count <= Math.max(known.accepted, known.hint ?? 0) && isProvenLength(lessons, size.bytes)
  if (isLent && (lessons.isStyleProven || size.kind === 'circles')) return 'none'
  if (isDue) return 'monthly'
  if (countedRefusals(lessons, now) < REFUSALS_MAX) return 'counted'
  // With no refusals left, only the smallest size is tried.
  return left <= 0 && size.count > Math.max(known.accepted, CAUTIOUS) ? null : 'none'
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
  /** Targets of so many bytes, and longer ones, are refused. */
  | { kind: 'too_long'; bytes: number }
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
  const { kind, resolution, count, bytes } = size
  const limit = limitOf(lessons, kind, resolution)
  switch (lesson.kind) {
    case 'nothing':
      return refunded
    case 'accepted':
      return {
        ...withLimit(refunded, size, noteAccepted(limit, count)),
        bytes: noteAccepted(lessons.bytes, bytes),
        calls: Math.min(CALLS_COUNTED, lessons.calls + 1),
        isStyleProven: lessons.isStyleProven || lesson.isStyleProven,
      }
    case 'too_many':
      return withLimit(refused, { kind, resolution }, noteRefused(limit, count, lesson.named))
    case 'too_long':
      return { ...refused, bytes: noteRefused(lessons.bytes, lesson.bytes), bytes_probed_at: now.toISOString() }
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

function withLimit(
  lessons: CallLessons,
  { kind, resolution }: Pick<CallSize, 'kind' | 'resolution'>,
  limit: LearnedLimit,
): CallLessons {
  return { ...lessons, [kind]: { ...lessons[kind], [resolution]: limit } }
}
