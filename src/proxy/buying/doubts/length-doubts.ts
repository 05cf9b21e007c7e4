import { LEAST_BYTES } from '../../lessons/length-search.ts'
import type { TakesLength } from './url-length.ts'

/** How a list that may be too long failed: refused with 413, 414 or 431, or broken off before the response head. */
export type LengthFailure = 'refused' | 'broken'

/**
 * What the failure of a list shows.
 * - `believed`: lists of `from` bytes are too long. `isDoubted` when only metered calls were refused, while free requests
 *   of that length are accepted.
 * - `again`: nothing yet. The same list may be sent again, because nothing was charged.
 * - `shorter`: the list may be too long; whether a shorter one succeeds will show it.
 * - `nothing`: a fault that has nothing to do with length.
 */
export type LengthVerdict =
  | { readonly kind: 'believed'; readonly from: number; readonly isDoubted: boolean }
  | { readonly kind: 'again' | 'shorter' | 'nothing' }

/** Distinguishes lists that are too long from passing faults. Its doubts live in this process's memory only. */
export interface LengthDoubts {
  /** Call when a list is sent. Returns a mark that tells failures in succession from those of lists sent together. */
  mark(): number
  /** Call when a list of so many bytes, sent at the mark, has failed. */
  judge(bytes: number, how: LengthFailure, mark: number): Promise<LengthVerdict>
  /**
   * Call when a call, sent at the mark, was refused with 413: whether it has too many cells. `listBytes` is null for a circle
   * or a place, whose URL is short; once these have shown what 413 means, it means the same for a list. Nothing shows that of
   * a service that has another word for it.
   */
  judgeContent(mark: number, listBytes: number | null): Promise<'believed' | 'again' | 'nothing'>
  /** Call when the service has refused a call as `too_many_hexes`. */
  noteTooMany(): void
  /** Call when a call was accepted, with its bytes if it was a list. */
  noteAccepted(bytes: number): void
  /** Returns the length that lists should stay below for now; null for none. */
  suspected(): number | null
}

/** A length that failed; `isShorterAccepted` once a shorter list was accepted after it had failed twice. */
interface Doubt {
  readonly bytes: number
  readonly mark: number
  readonly isShorterAccepted: boolean
}

/**
 * One failure is not believed unless a free request of that length fails too. A refusal is believed when it recurs; the
 * metered path then has a limit of its own, so later refusals of shorter lists are believed at once. A broken
 * connection is believed when it recurs, a shorter list is accepted, and it recurs again.
 */
export function createLengthDoubts(takesLength: TakesLength): LengthDoubts {
  let marks = 0
  let doubt: Doubt | null = null
  let suspected: number | null = null
  /** The shortest list that was refused twice although free requests of its length are accepted; null for none. */
  let refusedTwice: number | null = null

  /** When the first of the circles was sent that were refused in succession. */
  let contentMark: number | null = null
  let meansContent = false
  let saysTooMany = false

  const believe = (from: number, isDoubted = false): LengthVerdict => {
    doubt = null
    suspected = null
    return { kind: 'believed', from, isDoubted }
  }
  const judgeRefused = (bytes: number, isLater: boolean): LengthVerdict => {
    if (refusedTwice !== null && bytes < refusedTwice) return believe(bytes, true)
    if (doubt === null || bytes < doubt.bytes) doubt = { bytes, mark: marks, isShorterAccepted: false }
    else if (isLater) {
      refusedTwice = bytes
      return believe(bytes, true)
    }
    return { kind: 'again' }
  }
  const judgeBroken = (bytes: number, isLater: boolean): LengthVerdict => {
    if (suspected !== null) {
      // The limit, if there is one, is lower still; but each break may have been charged.
      suspected = Math.min(suspected, bytes)
    } else if (doubt === null || bytes < doubt.bytes) doubt = { bytes, mark: marks, isShorterAccepted: false }
    else if (isLater) {
      if (doubt.isShorterAccepted) return believe(doubt.bytes)
      suspected = doubt.bytes
      return { kind: 'shorter' }
    }
    return { kind: 'nothing' }
  }
  return {
    mark: () => ++marks,
    judge: async (bytes, how, mark) => {
      if (bytes <= LEAST_BYTES) return { kind: 'nothing' }
      if ((await takesLength(bytes)) === false) return believe(bytes)
      const isLater = doubt !== null && mark > doubt.mark
      return how === 'refused' ? judgeRefused(bytes, isLater) : judgeBroken(bytes, isLater)
    },
    judgeContent: async (mark, listBytes) => {
      if (saysTooMany) return 'nothing'
      if (listBytes !== null) return meansContent && (await takesLength(listBytes)) !== false ? 'believed' : 'nothing'
      if (meansContent) return 'believed'
      contentMark ??= marks
      meansContent = mark > contentMark
      return meansContent ? 'believed' : 'again'
    },
    noteTooMany: () => {
      saysTooMany = true
    },
    noteAccepted: (bytes) => {
      contentMark = null
      if (bytes <= LEAST_BYTES) return
      if (refusedTwice !== null && bytes >= refusedTwice) refusedTwice = null
      if (doubt !== null && bytes >= doubt.bytes) doubt = null
      if (suspected === null) return
      doubt = bytes < suspected ? { bytes: suspected, mark: marks, isShorterAccepted: true } : null
      suspected = null
    },
    suspected: () => suspected,
  }
}
