import { z } from 'zod'
import { LIST_STYLES } from '../../contract/service/assumptions.ts'
import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { DOUBTED_PAUSE } from '../../server/work/doubted-pause.ts'
import { hasPassed, isPauseOver } from '../../server/work/kept-times.ts'
import { borrowLimit, type LearnedLimit, learnedLimit, NOTHING_LEARNED } from './learned-limit.ts'
import { LEAST_BYTES } from './length-search.ts'

/** Milliseconds after which one probe may be refused without being counted: a limit may have grown. */
export const REPROBE_AFTER = 30 * 86_400_000

/** Milliseconds for which a length limit is believed; testing it again costs nothing. */
const LENGTH_KEPT = 86_400_000

/** By resolution, and by `8 filtered` where calls with filters are refused at a size that others are accepted at. */
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
  /** The length of the request line's target. */
  bytes: learnedLimit,
  /** When free requests last showed how long a target may be, or a metered one that they were wrong; ISO 8601. */
  bytes_probed_at: z.string().nullable().default(null),
  /** Until when a length is believed that metered calls were refused at and free requests are not; null for none. */
  bytes_doubt: z.object({ until: z.iso.datetime(), length: z.number() }).nullable().default(null),
  /** Calls in a cycle as the service last stated them, and when a larger number last opened the limits again (ISO 8601). */
  allowance: z.object({ limit: z.number(), raised_at: z.string().nullable() }).nullable().default(null),
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
  /** Whether it has filters besides the offer, whose figures a service may have to compute. */
  readonly isFiltered: boolean
}

/** What limits are learned for. */
export type LimitOf = Pick<CallSize, 'kind' | 'resolution' | 'isFiltered'>

/** The lessons before the first call. */
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
    bytes_doubt: null,
    allowance: null,
    cells: {},
    circles: {},
  }
}

/** What calls of a kind and resolution have taught themselves. Filters make no difference until they have made one. */
export function limitOf(lessons: CallLessons, { kind, resolution, isFiltered }: LimitOf): LearnedLimit {
  const filtered = isFiltered ? lessons[kind][filteredKey(resolution)] : undefined
  return filtered ?? lessons[kind][resolution] ?? NOTHING_LEARNED
}

/** The name of the limit of calls with filters. */
export function filteredKey(resolution: Resolution): string {
  return `${resolution} filtered`
}

/** What the other kind taught, and other resolutions; where these contradict each other, the nearest counts. */
export function lentTo(lessons: CallLessons, { kind, resolution, isFiltered }: LimitOf): LearnedLimit {
  const otherKind = kind === 'circles' ? 'cells' : 'circles'
  let lent = limitOf(lessons, { kind: otherKind, resolution, isFiltered })
  const others = RESOLUTIONS.filter((other) => other !== resolution)
  for (const other of others.sort((a, b) => Math.abs(a - resolution) - Math.abs(b - resolution))) {
    const ofKind = limitOf(lessons, { kind, resolution: other, isFiltered })
    const ofOther = limitOf(lessons, { kind: otherKind, resolution: other, isFiltered })
    lent = borrowLimit(borrowLimit(lent, ofKind), ofOther)
  }
  return lent
}

/** How many cells a list may have at most, by the length of a target and the service's description. */
export function mostListed({ most_listed }: CallLessons, byLength: number): number {
  return most_listed === null ? byLength : Math.min(byLength, most_listed)
}

/** True when free requests should test the length limit, because it is unknown whether this many bytes are accepted. */
export function isLengthOpen(
  { bytes: known, bytes_probed_at, bytes_doubt }: CallLessons,
  bytes: number,
  now: Date,
): boolean {
  if (bytes <= Math.max(known.accepted, LEAST_BYTES)) return false
  if (bytes_probed_at === null) return true
  const isDoubtOver =
    bytes_doubt !== null &&
    Date.parse(bytes_probed_at) < Date.parse(bytes_doubt.until) &&
    isPauseOver(bytes_doubt.until, DOUBTED_PAUSE.longest, now)
  return isDoubtOver || hasPassed(bytes_probed_at, LENGTH_KEPT, now)
}

/** True when the service reads one cell of a list in every style. Tested again at times, as limits are. */
export function isListless({ listless_at }: CallLessons, now: Date): boolean {
  return listless_at !== null && !hasPassed(listless_at, REPROBE_AFTER, now)
}

/** True for a call no larger in any way than an accepted one. */
export function isProvenCall(lessons: CallLessons, size: CallSize): boolean {
  const { kind, count, bytes } = size
  const isStyleSure = kind === 'circles' || count === 1 || lessons.isStyleProven
  return isStyleSure && count <= limitOf(lessons, size).accepted && isProvenLength(lessons, bytes)
}

/** True for a target no longer than an accepted one, or than every server accepts. */
export function isProvenLength(lessons: CallLessons, bytes: number): boolean {
  return bytes <= Math.max(lessons.bytes.accepted, LEAST_BYTES)
}
