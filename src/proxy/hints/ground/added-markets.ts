import { z } from 'zod'
import type { Cell } from '../../../domain/cell.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'
import type { MarketGround } from './market-ground.ts'

const LESSON = 'markets and resolutions'
const lesson = z.object({
  /** The markets that the service served when it was last asked, by their names. */
  served: z.array(z.string()),
  /** Those of them that it has not always served. */
  added: z.array(z.string()),
})
type Lesson = z.infer<typeof lesson>

/**
 * Markets that the service has begun to serve, or to serve at other resolutions, since this ledger first knew its coverage,
 * which is live (interface section 2.6).
 */
export interface AddedMarkets {
  /** Notes what is served now; call before it is kept that no market has some ground. */
  note(): Promise<void>
  /** Returns the added ones that may have ground under a parent, as one text; empty where none may. */
  at(parent: Cell): Promise<string>
}

export function createAddedMarkets(
  ledger: LessonLedger,
  ground: Pick<MarketGround, 'marketsAt' | 'served'>,
): AddedMarkets {
  let noted: { text: string; added: ReadonlySet<string> } | null = null
  const current = async (): Promise<ReadonlySet<string>> => {
    const served = await ground.served()
    if (served === null) return noted?.added ?? new Set()
    const text = served.join(', ')
    if (noted?.text !== text) {
      const after = await ledger.amend(LESSON, (before) => changed(lesson.safeParse(before).data ?? null, served))
      noted = { text, added: new Set(after.added) }
    }
    return noted.added
  }
  return {
    note: async () => void (await current()),
    at: async (parent) => {
      const added = await current()
      if (added.size === 0) return ''
      return (await ground.marketsAt(parent)).filter((name) => added.has(name)).join(', ')
    },
  }
}

function changed(before: Lesson | null, served: readonly string[]): Lesson {
  if (before === null) return { served: [...served], added: [] }
  const known = new Set(before.served)
  const news = served.filter((name) => !known.has(name))
  // A name that is no longer served is of other resolutions, or of a market that would be added again.
  const kept = before.added.filter((name) => served.includes(name))
  return { served: [...served], added: [...kept, ...news] }
}
