import type { Refusal } from '../../../contract/proxy-api.ts'
import type { ErrorCode } from '../../../contract/service/errors.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { largeCache } from '../../../server/storage/large-cache.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import { isOfTarget, type ServiceRefusal } from '../../upstream/connection/service-answer.ts'
import { DEFAULT_CIRCUIT } from '../../upstream/pacing/circuit.ts'

/**
 * Milliseconds for which nothing is bought under a name after a paid answer for it could not be kept: `first` doubles with
 * each further one, up to `longest`.
 */
const PAUSE = { first: 60_000, longest: 3_600_000 }
/** Names come from viewers, so only the last ones are remembered: as many tiles as some fifty views have. */
const MOST_NAMES = 5_000

/** Refusals that hold for a while, because asking again would most likely cost another call for nothing. */
export interface RefusalPauses {
  /** Take it before a call is sent, for `start`. */
  mark(): number
  /**
   * Starts a pause, twice as long as the one before; returns its refusal. Does nothing during a pause, or when `mark` shows
   * that the call was sent before the last refusal arrived, so that refusals of calls sent together count once.
   */
  start(name: string, refusal: Refusal, mark?: number): Refusal
  /** Call when an answer could be kept. */
  end(name: string): void
  /** Returns the refusal of a pause that is not over; null for none. */
  objection(name: string): Refusal | null
}

/**
 * Kept in memory only: a new process asks once more. `elapsed` is a steady clock in milliseconds. The first `tolerated`
 * refusals in a row start no pause, because they may have been accidents.
 */
export function createRefusalPauses(
  elapsed: () => number,
  { tolerated = 0, pause = PAUSE }: { tolerated?: number; pause?: typeof PAUSE } = {},
): RefusalPauses {
  const paused = largeCache<string, { nth: number; from: number; until: number; refusal: Refusal }>(MOST_NAMES)
  return {
    mark: elapsed,
    start: (name, refusal, mark = elapsed()) => {
      const from = elapsed()
      const before = paused.get(name)
      if (before !== undefined && (from < before.until || mark < before.from)) return refusal
      const nth = (before?.nth ?? 0) + 1
      const length = nth <= tolerated ? 0 : Math.min(pause.first * 2 ** (nth - tolerated - 1), pause.longest)
      paused.set(name, { nth, from, until: from + length, refusal })
      return refusal
    },
    end: (name) => void paused.delete(name),
    objection: (name) => {
      const known = paused.get(name)
      return known !== undefined && elapsed() < known.until ? known.refusal : null
    },
  }
}

/** A tile under a lens: a market can have sales and no rents. */
export function groundName({ lens, resolution }: EditionName, parent: Cell): string {
  return `${parent} ${resolution} ${lens}`
}

/** A request about a tile: the same request in another currency may succeed. */
export function requestName(name: EditionName, parent: Cell): string {
  return `${groundName(name, parent)} ${name.currency ?? ''}`
}

/** A lens at a resolution, whatever tile and currency. */
export function lensName({ lens, resolution }: EditionName): string {
  return `${resolution} ${lens}`
}

/** Requests of one kind, about whatever tile. */
export function kindName({ lens, resolution, currency }: EditionName): string {
  return `${resolution} ${lens} ${currency ?? ''}`
}

/**
 * This many refusals in a row, whatever they are about, count as a fault of the service and pause requests as a fault does.
 */
export const FAULTY = {
  tolerated: DEFAULT_CIRCUIT.faults - 1,
  pause: { first: DEFAULT_CIRCUIT.pause, longest: DEFAULT_CIRCUIT.longestPause },
}

/** Retrying cannot succeed (interface, section 7), for any viewer; a market may still be added, or a service mended. */
const OF_GROUND: ReadonlySet<string> = new Set<ErrorCode>(['not_covered', 'unknown_place'])
const OF_REQUEST: ReadonlySet<string> = new Set<ErrorCode>([
  'not_found',
  'missing_parameter',
  'invalid_parameter',
  'malformed_request',
  'read_only_token',
  'invalid_cursor',
  'reports_unavailable_for_country',
])

/** Returns what a refusal is about for good: the ground, or only the request as it was made; null for neither. */
export function finalSubject(refusal: Pick<ServiceRefusal, 'code' | 'status'>): 'ground' | 'request' | null {
  const { code } = refusal
  if (OF_GROUND.has(code)) return 'ground'
  return isOfTarget(refusal) || OF_REQUEST.has(code) ? 'request' : null
}

/** After a paid answer that cannot be used, or that did not arrive whole; the log says why. */
export const UNUSABLE_ANSWER = ownRefusal(
  'service_invalid_answer',
  'The statistics service sent a response that cannot be used. Nothing was kept, and after another one nothing is bought for a while.',
)
