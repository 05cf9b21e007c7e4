import { z } from 'zod'
import { type Cell, parseCell } from '../../domain/cell.ts'
import { isPauseOver, timeAfter } from '../../server/work/kept-times.ts'
import type { LessonLedger } from '../ledger/ledger.ts'

/** Whether reports of empty ground are trusted: not once one was wrong, until the service turns out to be repaired. */
export interface LookupTrust {
  /** `wasLost`: reports may have been kept that were wrong. */
  state(): Promise<{ readonly isTrusted: boolean; readonly wasLost: boolean }>
  /** Call when a tile with figures is reported as empty. */
  lose(parent: Cell): Promise<void>
  /**
   * Call with a tile that has figures. When a check is due, reports are trusted again if neither this tile nor the one whose
   * report was wrong is reported as empty any more; returns true then.
   */
  recover(filled: Cell): Promise<boolean>
}

const LESSON = 'lookups'
// Milliseconds: the pause before the first check, which doubles each time that a report was wrong, and the longest.
const DAY = 86_400_000
const LONGEST = 30 * DAY

const trustLesson = z.object({
  trusted: z.boolean(),
  /** The tile whose report was wrong. */
  wrong: z
    .string()
    .transform((raw) => parseCell(raw))
    .nullable()
    .catch(null),
  /** How often trust was lost. */
  times: z.int().positive().catch(1),
  /** When the next check is due. */
  until: z.iso.datetime().catch(new Date(0).toISOString()),
})

/** `isReportedEmpty` finds out what the service reports now, for free; null when it reports nothing. */
export function createLookupTrust(deps: {
  ledger: LessonLedger
  clock: () => Date
  isReportedEmpty: (parent: Cell) => Promise<boolean | null>
}): LookupTrust {
  const { ledger, clock, isReportedEmpty } = deps
  const read = async () => trustLesson.safeParse(await ledger.learned(LESSON)).data ?? null
  const isPaused = (until: string) => !isPauseOver(until, LONGEST, clock())
  const lose = async (parent: Cell) => {
    const known = await read()
    if (known !== null && !known.trusted && isPaused(known.until)) return
    const times = (known?.times ?? 0) + 1
    const until = timeAfter(Math.min(DAY * 2 ** (times - 1), LONGEST), clock())
    await ledger.learn(LESSON, { trusted: false, wrong: parent, times, until })
  }
  return {
    state: async () => {
      const known = await read()
      return { isTrusted: known?.trusted ?? true, wasLost: known !== null }
    },
    lose,
    recover: async (filled) => {
      const known = await read()
      if (known === null || known.trusted || isPaused(known.until)) return false
      for (const parent of new Set([known.wrong ?? filled, filled])) {
        const isEmpty = await isReportedEmpty(parent)
        if (isEmpty === true) await lose(parent)
        if (isEmpty !== false) return false
      }
      await ledger.learn(LESSON, { ...known, trusted: true })
      return true
    },
  }
}
