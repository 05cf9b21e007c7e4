import {
  type CallLessons,
  type CallSize,
  isListless,
  type LimitOf,
  lentTo,
  limitOf,
  mostListed,
} from './call-lessons.ts'
import { stakesOf } from './call-risk.ts'
import { borrowLimit, formerSize, type LearnedLimit, nextSize as nextLimit } from './learned-limit.ts'
import { LEAST_BYTES } from './length-search.ts'

/** Lengths to try while the limit is unknown, the longest unrefused one first. */
const USUAL_BYTES = [8_000, 4_000, 2_000, 1_000] as const
/** So many lists fewer are worth a length between the accepted and the refused one, which may be refused. */
const WORTHY_LISTS = 3
/**
 * How many further purchases like the present one a limit will serve: a service that has answered many calls will get
 * many more.
 */
const LATER_PURCHASES = { first: 0.5, from: 20, byCall: 0.25 }
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

/** What is to be bought: how many cells, how many lie around them, and how many cells a target of a given length can list. */
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
export function nextSizes(
  lessons: CallLessons,
  { resolution, isFiltered }: Pick<LimitOf, 'resolution' | 'isFiltered'>,
  wanted: Wanted,
  now: Date,
) {
  const stakes = stakesOf(lessons, now)
  const bytes = nextBytes(lessons.bytes, wanted)
  const sizeOf = (kind: CallSize['kind'], listed: number) => {
    const of = { kind, resolution, isFiltered }
    const [own, lent] = [limitOf(lessons, of), lentTo(lessons, of)]
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
      const calls = fewestCalls(wanted, size, listed)
      const brought = Math.max(0, Math.min(1, (calls * most - wanted.cells) / around))
      return (1 + laterPurchases(lessons)) * calls + later * (1 - brought)
    }
    const former = formerSize(own, now)
    if (former !== null && callsWith(former) < callsWith(accepted)) return former
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

/** About how many calls the cells take where a call may have `size` of them and its URL can list `listed`. */
function fewestCalls({ cells, circle }: Wanted, size: number, listed: number): number {
  if (size >= circle) return 1
  const list = Math.min(size, listed)
  const ofCircle = CIRCLE_SHARE.now * size
  if (ofCircle <= list) return Math.ceil(cells / list)
  const circles = Math.floor(cells / ofCircle)
  return Math.min(Math.ceil(cells / list), circles + Math.min(1, Math.ceil((cells - circles * ofCircle) / list)))
}

function nextBytes({ accepted, refused }: LearnedLimit, { cells, listedBy }: Wanted): number {
  if (refused === null) return Math.max(accepted, USUAL_BYTES[0])
  const usual = USUAL_BYTES.find((bytes) => bytes < refused) ?? Math.max(LEAST_BYTES, Math.floor(refused / 2))
  // A list of whole cells ends a little below the length that it was written for.
  if (listedBy(accepted) < listedBy(usual)) return usual
  const between = Math.floor(Math.sqrt(accepted * refused))
  const listsOf = (bytes: number) => Math.ceil(cells / Math.max(1, listedBy(bytes)))
  return listsOf(accepted) - listsOf(between) >= WORTHY_LISTS ? between : accepted
}
