import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { tileResolution } from '../../domain/tile.ts'
import { createFairLimit } from '../../server/work/fair-limit.ts'
import { throwIfGone, untilGone } from '../../server/work/gone.ts'
import { nextTurn } from '../../server/work/turns.ts'
import { within } from '../../server/work/within.ts'
import type { LessonLedger, LookupLedger, TileLedger } from '../ledger/ledger.ts'
import { type EmptyReason, emptyReason } from '../ledger/lookup-answer.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { askForListings, createAskedLookups, type FreeSeeker } from './asked-lookups.ts'
import { createAddedMarkets } from './ground/added-markets.ts'
import type { MarketGround } from './ground/market-ground.ts'
import { hasCoarserFigures, noteListingsAbove } from './held-figures.ts'
import { createKeptLookups } from './kept-lookups.ts'
import { createLookupTrust } from './lookup-trust.ts'
import { createOutsideMarkets } from './outside-markets.ts'
import type { ReadCoverage } from './stated/coverage-reader.ts'

// The service refuses parents coarser than 4, so only tiles finer than 6 can be looked up.
const FINEST_WITHOUT_LOOKUP = 6
/** A service may take seconds for each. */
const AT_ONCE = 16
/** How many tiles’ kept look-ups are read in one turn, which takes a few milliseconds. */
const KNOWN_AT_ONCE = 200

/** On whose behalf tiles are looked up. */
export interface LookupSeeker extends FreeSeeker {
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal
  /** Milliseconds to wait at most; look-ups under way go on, and no others are sent. Without it, all are waited for. */
  readonly longest?: number
  /** Called once when not all tiles are looked up by then: the others count as not empty. */
  onLate?(): void
}

/** What the free endpoints report about tiles before they are bought. */
export interface Lookups {
  /**
   * Requests the reports, and returns the parents reported as empty, except where figures are held at another
   * resolution; none once such a report was wrong. Rejects with `Gone` once the signal is aborted, and sends no further
   * look-ups.
   */
  findEmpty(name: EditionName, parents: readonly Cell[], seeker: LookupSeeker): Promise<Map<Cell, EmptyReason>>
  /**
   * The same without looking any of them up: from earlier look-ups, and from where the service's markets are, which is
   * requested once for everybody. Keeps nothing.
   */
  likelyEmpty(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, EmptyReason>>
  /** The same from earlier look-ups only, without any request. */
  knownEmpty(name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, EmptyReason>>
  /**
   * These tiles have figures, so coarser tiles around them have listings. If one is still reported as empty, no report is
   * trusted until the service is repaired.
   */
  noteFigures(name: EditionName, parents: readonly Cell[]): Promise<void>
}

/** Looks parents up with the service, and keeps the results in the ledger for their period. */
export function createLookups(
  ledger: LookupLedger & LessonLedger & Pick<TileLedger, 'tile'>,
  {
    upstream,
    ground,
    coverage,
    shares,
    clock,
  }: { upstream: Upstream; ground: MarketGround; coverage: ReadCoverage; shares: FreeShares; clock: () => Date },
): Lookups {
  const limit = createFairLimit(AT_ONCE)
  const trust = createLookupTrust({
    ledger,
    clock,
    isReportedEmpty: async (parent) => {
      const resolution = tileResolution(parent)
      if (resolution === null) return null
      if ((await ground.outside([parent], resolution)).size > 0) return true
      const answer =
        resolution > FINEST_WITHOUT_LOOKUP ? await askForListings({ upstream, ground }, parent) : 'listings'
      return answer === null ? null : emptyReason(answer) !== null
    },
  })
  const isTrusted = async () => (await trust.state()).isTrusted
  const added = createAddedMarkets(ledger, ground)
  const kept = createKeptLookups({ ledger, coverage, added, trust, clock })
  const asked = createAskedLookups({ upstream, ground, kept, shares })
  const outside = createOutsideMarkets({ ledger, ground, added })
  /** False where the report that a tile is empty was right when it was made, and would not be made any more. */
  const isStillReported = async ({ as_of, resolution }: EditionName, parent: Cell): Promise<boolean> => {
    if ((await kept.at(as_of, parent)) === null) return false
    if ((await ground.outside([parent], resolution)).size > 0) return true
    return resolution > FINEST_WITHOUT_LOOKUP && (await asked.again(as_of, parent)) !== 'listings'
  }
  /** Leaves out the parents that a look-up calls empty although coarser figures of cells in them are held. */
  const unlessHeld = async (
    name: EditionName,
    said: ReadonlyMap<Cell, EmptyReason>,
  ): Promise<Map<Cell, EmptyReason>> => {
    const empty = new Map(said)
    for (const [parent, reason] of said) {
      if (reason === 'no_listings' && (await hasCoarserFigures(ledger, name, parent))) empty.delete(parent)
    }
    return empty
  }
  const known = async (name: EditionName, parents: readonly Cell[]): Promise<Map<Cell, EmptyReason>> => {
    const empty = new Map<Cell, EmptyReason>()
    for (const [index, parent] of parents.entries()) {
      // A territory can have thousands.
      if (index % KNOWN_AT_ONCE === KNOWN_AT_ONCE - 1) await nextTurn()
      const reason = emptyReason(await kept.at(name.as_of, parent))
      if (reason !== null) empty.set(parent, reason)
    }
    return unlessHeld(name, empty)
  }
  /** Returns why each parent is empty, null where one is not; without those whose look-ups are late. */
  const lookUp = async (name: EditionName, parents: readonly Cell[], seeker: LookupSeeker) => {
    const { address, signal, longest } = seeker
    const said = new Map<Cell, EmptyReason | null>()
    let isLate = false
    const asking = parents.map((parent) =>
      limit(address, async () => {
        throwIfGone(signal)
        if (!isLate) said.set(parent, await asked.reason(name.as_of, parent, seeker))
      }),
    )
    // Look-ups under way go on, since others may wait for the same ones.
    const all = untilGone(Promise.all(asking), signal)
    isLate = (longest === undefined ? await all : await within(longest, all)) === null
    if (isLate) seeker.onLate?.()
    // What arrives later changes nothing.
    return new Map(said)
  }
  return {
    findEmpty: async (name, parents, seeker) => {
      if (!(await isTrusted())) return new Map()
      if (name.resolution <= FINEST_WITHOUT_LOOKUP) return outside.find(name, parents)
      const said = await lookUp(name, parents, seeker)
      const answered = parents.filter((parent) => said.has(parent))
      const lookedUp = answered.flatMap((parent) => {
        const reason = said.get(parent) ?? null
        return reason === null ? [] : [[parent, reason] as const]
      })
      const empty = await unlessHeld(name, new Map(lookedUp))
      const open = answered.filter((parent) => !empty.has(parent))
      // A look-up at sea may name no place. Nothing is bought there unless a market has ground.
      const unknown = new Set<Cell>()
      for (const parent of open) if ((await ledger.lookup(name.as_of, parent)) === null) unknown.add(parent)
      return new Map([...empty, ...(open.length === 0 ? [] : await outside.find(name, open, unknown))])
    },
    likelyEmpty: async (name, parents) => {
      if (!(await isTrusted())) return new Map()
      const empty = await known(name, parents)
      const open = parents.filter((parent) => !empty.has(parent))
      return new Map([...empty, ...(open.length === 0 ? [] : await outside.likely(name, open))])
    },
    knownEmpty: async (name, parents) => ((await isTrusted()) ? known(name, parents) : new Map()),
    noteFigures: async (name, parents) => {
      await noteListingsAbove(ledger, name.as_of, parents)
      await nextTurn()
      const refuted: Cell[] = []
      for (const parent of parents) {
        if (emptyReason(await ledger.lookup(name.as_of, parent)) !== null) refuted.push(parent)
      }
      const [filled] = parents
      if (filled !== undefined && (await trust.recover(filled))) kept.renew()
      const [first] = refuted
      if (first === undefined) return
      // One report stands for all.
      if (await isStillReported(name, first)) return trust.lose(first)
      for (const parent of refuted) await ledger.keepLookup(name.as_of, parent, 'listings')
    },
  }
}
