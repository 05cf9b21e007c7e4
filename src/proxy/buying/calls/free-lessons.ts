import type { Resolution } from '../../../domain/cell.ts'
import type { Lens } from '../../../domain/lens.ts'
import { within } from '../../../server/work/within.ts'
import type { DeclaredParameters } from '../../hints/stated/declared-parameters.ts'
import { type CallLessons, isLengthOpen } from '../../lessons/call-lessons.ts'
import { withAllowance } from '../../lessons/larger-plan.ts'
import { withDescription, withLengths } from '../../lessons/learn-from.ts'
import { NOTHING_LEARNED } from '../../lessons/learned-limit.ts'
import { bytesToList } from '../../planning/calls/stats-target.ts'
import type { MeterReader } from '../../spending/meter.ts'
import { findLength, type TakesLength } from '../doubts/url-length.ts'
import type { KeptLessons } from './kept-lessons.ts'

/** Milliseconds that a purchase waits for the service's description. */
const DESCRIPTION_WAIT = 2_000

/**
 * Returns the lessons for a purchase of so many cells, with what can be learned first at no cost: whether the plan has grown,
 * how the service describes lists, and how long a target may be if a list of these cells may be too long.
 */
export type LearnForFree = (cells: number, resolution: Resolution, lens: Lens) => Promise<CallLessons>

export function createFreeLessons(deps: {
  kept: KeptLessons
  basePath: string
  takesLength: TakesLength
  declared: DeclaredParameters
  meter: Pick<MeterReader, 'limit'>
  clock: () => Date
}): LearnForFree {
  const { kept, basePath, takesLength, declared, meter, clock } = deps
  const findLengths = sharing(async () => {
    const found = await findLength(takesLength)
    await kept.amend((before) => withLengths(before, found ?? NOTHING_LEARNED, clock()))
  })
  const readDescription = sharing(async () => {
    const described = await declared('/stats/current')
    const known = await kept.read()
    if (described === null && known.isDescriptionRead) return
    const list = described?.lists.find(({ name }) => name === 'h3') ?? null
    await kept.amendIfNew((lessons) => withDescription(lessons, list))
  })
  const readDescribed = async (): Promise<CallLessons> => {
    const { isDescriptionRead } = await kept.read()
    const reading = readDescription()
    // A description that arrives later, or has changed, serves the next purchase. A ledger that fails does so below, too.
    if (isDescriptionRead) reading.catch(() => {})
    else await within(DESCRIPTION_WAIT, reading)
    return kept.read()
  }
  return async (cells, resolution, lens) => {
    await kept.amendIfNew((lessons) => withAllowance(lessons, meter.limit(), clock()))
    const lessons = await readDescribed()
    const bytes = bytesToList(cells, { basePath, lens, resolution, style: lessons.style })
    if (!isLengthOpen(lessons, bytes, clock())) return lessons
    await findLengths()
    return kept.read()
  }
}

/** Work that everyone who needs it meanwhile waits for, instead of beginning it again. */
function sharing(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  return () => {
    underWay ??= work().finally(() => {
      underWay = null
    })
    return underWay
  }
}
