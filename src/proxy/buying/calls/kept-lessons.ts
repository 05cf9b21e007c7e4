import { isDeepStrictEqual } from 'node:util'
import type { LessonLedger } from '../../ledger/ledger.ts'
import { type CallLessons, callLessons, firstLessons } from '../../lessons/call-lessons.ts'

const LESSONS = 'call-limits'

/** What calls have taught about their limits and how lists are written, as the ledger has it. */
export interface KeptLessons {
  read(): Promise<CallLessons>
  /** Changes them in one step, whoever else does. */
  amend(change: (before: CallLessons) => CallLessons): Promise<void>
  /** The same, without writing to the ledger where nothing would change. */
  amendIfNew(change: (before: CallLessons) => CallLessons): Promise<void>
}

export function createKeptLessons(ledger: LessonLedger, clock: () => Date): KeptLessons {
  const parse = (lesson: unknown): CallLessons => {
    const known = callLessons.safeParse(lesson)
    return known.success ? known.data : firstLessons(clock())
  }
  const read = async () => parse(await ledger.learned(LESSONS))
  const amend: KeptLessons['amend'] = async (change) =>
    void (await ledger.amend(LESSONS, (before) => change(parse(before))))
  return {
    read,
    amend,
    amendIfNew: async (change) => {
      const known = await read()
      if (!isDeepStrictEqual(change(known), known)) await amend(change)
    },
  }
}
