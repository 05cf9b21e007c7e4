import pLimit from 'p-limit'
import { z } from 'zod'
import type { PointSignal } from '../../contract/geo.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { LessonLedger, LookupLedger } from '../ledger/ledger.ts'
import type { EmptyReason, LookupAnswer } from '../ledger/lookup-answer.ts'
import type { ServiceResult } from '../upstream/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { MarketGround } from './market-ground.ts'

// The service refuses parents coarser than 4, so only tiles finer than 6 can be looked up.
const FINEST_WITHOUT_LOOKUP = 6
const AT_ONCE = 6
const TRUST = 'lookups'
const trustSchema = z.object({ trusted: z.boolean() })

/** What the free endpoints report about tiles before they are bought. */
export interface Lookups {
  /** Asks them, and returns the parents that they report as empty; none once such a report was wrong. */
  findEmpty(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, EmptyReason>>
  /** The same from earlier look-ups only, without any request. */
  knownEmpty(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, EmptyReason>>
  /** These tiles have figures. If one was reported as empty, no report is trusted again. */
  noteFigures(name: EditionName, parents: readonly Cell[]): Promise<void>
}

/** Looks parents up with the service, and keeps the results in the ledger for their period. */
export function createLookups(ledger: LookupLedger & LessonLedger, upstream: Upstream, ground: MarketGround): Lookups {
  const limit = pLimit(AT_ONCE)
  const isTrusted = async () => {
    const lesson = trustSchema.safeParse(await ledger.learned(TRUST))
    return !lesson.success || lesson.data.trusted
  }
  const find = async ({ as_of }: EditionName, parent: Cell): Promise<EmptyReason | null> => {
    const known = await ledger.lookup(as_of, parent)
    const answer = known ?? readAnswer(await upstream.lookup(parent))
    if (known === null && answer !== null) await ledger.keepLookup(as_of, parent, answer)
    return answer === 'listings' ? null : answer
  }
  /** Look-ups under way, shared by everyone who needs the same tile. */
  const asking = new Map<string, Promise<EmptyReason | null>>()
  const lookUp = (name: EditionName, parent: Cell): Promise<EmptyReason | null> => {
    const key = `${name.as_of} ${parent}`
    const asked = asking.get(key) ?? find(name, parent).finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }
  const outside = async (
    { as_of, resolution }: EditionName,
    parents: readonly Cell[],
  ): Promise<Map<Cell, EmptyReason>> => {
    const found = await ground.outside(parents, resolution)
    for (const parent of found) {
      const isKept = (await ledger.lookup(as_of, parent)) === 'not_covered'
      if (!isKept) await ledger.keepLookup(as_of, parent, 'not_covered')
    }
    return new Map([...found].map((parent) => [parent, 'not_covered']))
  }
  return {
    findEmpty: async (name, parents) => {
      if (!(await isTrusted())) return new Map()
      if (name.resolution <= FINEST_WITHOUT_LOOKUP) return outside(name, parents)
      const said = await Promise.all(
        parents.map((parent) => limit(async () => [parent, await lookUp(name, parent)] as const)),
      )
      const empty = said.flatMap(([parent, reason]) => (reason === null ? [] : [[parent, reason] as const]))
      const open = said.flatMap(([parent, reason]) => (reason === null ? [parent] : []))
      return new Map([...empty, ...(open.length === 0 ? [] : await outside(name, open))])
    },
    knownEmpty: async ({ as_of }, parents) => {
      const kept = new Map<Cell, EmptyReason>()
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

/** Null when the result says nothing about the place. The only refusal that does is the one for a market not served. */
function readAnswer(result: ServiceResult<PointSignal>): LookupAnswer | null {
  if (result.kind === 'ok') return result.value.prices_available ? 'listings' : 'no_listings'
  return result.kind === 'refused' && result.refusal.code === 'not_covered' ? 'not_covered' : null
}
