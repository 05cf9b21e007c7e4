import pLimit from 'p-limit'
import { z } from 'zod'
import type { PointSignal } from '../../contract/geo.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { LessonLedger, LookupLedger } from '../ledger/ledger.ts'
import type { LookupAnswer, Silence } from '../ledger/lookup-answer.ts'
import type { ServiceResult } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { MarketGround } from './market-ground.ts'

// The service refuses parents coarser than 4, so tiles finer than 6 alone can be looked up.
const FINEST_WITHOUT_LOOKUP = 6
const AT_ONCE = 6
const TRUST = 'lookups'
const trustSchema = z.object({ trusted: z.boolean() })

/** What the free endpoints say of tiles before they are bought. */
export interface Lookups {
  /** Those of the parents where they say that there is nothing; none once they were wrong about one. */
  silent(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, Silence>>
  /** The same by what was looked up before, at no request at all. */
  keptSilent(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, Silence>>
  /** Tiles turned out to hold figures: where it was said that there is nothing, that is not trusted again. */
  noteFigures(name: EditionName, parents: readonly Cell[]): Promise<void>
}

/** Look-ups by the service, kept in the ledger for the period in which they were asked. */
export function createLookups(ledger: LookupLedger & LessonLedger, upstream: Upstream, ground: MarketGround): Lookups {
  const limit = pLimit(AT_ONCE)
  const isTrusted = async () => {
    const lesson = trustSchema.safeParse(await ledger.learned(TRUST))
    return !lesson.success || lesson.data.trusted
  }
  const find = async ({ as_of }: EditionName, parent: Cell): Promise<Silence | null> => {
    const known = await ledger.lookup(as_of, parent)
    const answer = known ?? readAnswer(await upstream.lookup(parent))
    if (known === null && answer !== null) await ledger.keepLookup(as_of, parent, answer)
    return answer === 'listings' ? null : answer
  }
  /** Whoever wants to know of the same tile meanwhile waits for the one look-up. */
  const asking = new Map<string, Promise<Silence | null>>()
  const lookUp = (name: EditionName, parent: Cell): Promise<Silence | null> => {
    const key = `${name.as_of} ${parent}`
    const asked = asking.get(key) ?? find(name, parent).finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }
  const outside = async ({ as_of, resolution }: EditionName, parents: readonly Cell[]): Promise<Map<Cell, Silence>> => {
    const found = await ground.outside(parents, resolution)
    for (const parent of found) {
      const isKept = (await ledger.lookup(as_of, parent)) === 'not_covered'
      if (!isKept) await ledger.keepLookup(as_of, parent, 'not_covered')
    }
    return new Map([...found].map((parent) => [parent, 'not_covered']))
  }
  return {
    silent: async (name, parents) => {
      if (!(await isTrusted())) return new Map()
      if (name.resolution <= FINEST_WITHOUT_LOOKUP) return outside(name, parents)
      const said = await Promise.all(
        parents.map((parent) => limit(async () => [parent, await lookUp(name, parent)] as const)),
      )
      const silent = said.flatMap(([parent, silence]) => (silence === null ? [] : [[parent, silence] as const]))
      const open = said.flatMap(([parent, silence]) => (silence === null ? [parent] : []))
      return new Map([...silent, ...(open.length === 0 ? [] : await outside(name, open))])
    },
    keptSilent: async ({ as_of }, parents) => {
      const kept = new Map<Cell, Silence>()
      if (!(await isTrusted())) return kept
      for (const parent of parents) {
        const known = await ledger.lookup(as_of, parent)
        if (known !== null && known !== 'listings') kept.set(parent, known)
      }
      return kept
    },
    noteFigures: async ({ as_of }, parents) => {
      for (const parent of parents) {
        const known = await ledger.lookup(as_of, parent)
        if (known !== null && known !== 'listings') return ledger.learn(TRUST, { trusted: false })
      }
    },
  }
}

/** Null where nothing was said of the place: of refusals only that of a market that is not served says anything. */
function readAnswer(result: ServiceResult<PointSignal>): LookupAnswer | null {
  if (result.kind === 'ok') return result.value.prices_available ? 'listings' : 'no_listings'
  return result.kind === 'refused' && result.refusal.code === 'not_covered' ? 'not_covered' : null
}
