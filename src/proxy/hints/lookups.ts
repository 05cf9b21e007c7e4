import type { Refusal } from '../../contract/proxy-api.ts'
import type { PointSignal } from '../../contract/service/geo.ts'
import { type Cell, cellParent, cellResolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { tileResolution } from '../../domain/tile.ts'
import { largeCache } from '../../server/storage/large-cache.ts'
import { createFairLimit } from '../../server/work/fair-limit.ts'
import { throwIfGone, untilGone } from '../../server/work/gone.ts'
import { nextTurn } from '../../server/work/turns.ts'
import { within } from '../../server/work/within.ts'
import type { LessonLedger, LookupLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason, LookupAnswer } from '../ledger/lookup-answer.ts'
import type { ServiceResult } from '../upstream/connection/service-answer.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createAddedMarkets } from './ground/added-markets.ts'
import type { MarketGround } from './ground/market-ground.ts'
import { hasCoarserFigures, noteListingsAbove } from './held-figures.ts'
import { createLookupTrust } from './lookup-trust.ts'
import type { ReadCoverage } from './stated/coverage-reader.ts'

// The service refuses parents coarser than 4, so only tiles finer than 6 can be looked up.
const FINEST_WITHOUT_LOOKUP = 6
/** A service may take seconds for each. */
const AT_ONCE = 16
/** As many tiles as some hundred views have. */
const MOST_EMPTY = 20_000
/** Milliseconds after which a tile that was reported as empty is looked up again: the report may have been a fault. */
const BELIEVED = 24 * 3_600_000
/** How many tiles’ kept look-ups are read in one turn, which takes a few milliseconds. */
const KNOWN_AT_ONCE = 200

/** On whose behalf tiles are looked up. */
export interface LookupSeeker {
  /** Whose share of the service's free requests look-ups count towards. */
  readonly address: string
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal
  /** Milliseconds to wait at most; look-ups under way go on, and no others are sent. Without it, all are waited for. */
  readonly longest?: number
  /** Called once when not all tiles are looked up by then: the others count as not empty. */
  onLate?(): void
  /** Called for each tile that is not looked up because that share is used. */
  onWithheld?(parent: Cell, why: Refusal): void
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
  const added = createAddedMarkets(ledger, ground)
  /** The added markets at each parent that a look-up of this process found empty. */
  const addedAt = largeCache<Cell, string>(MOST_EMPTY)
  /** The revision of the period at that time; empty for none. */
  const revisedAt = largeCache<string, string>(MOST_EMPTY)
  const revisionOf = async (as_of: string) => (await coverage())?.revisions?.[as_of] ?? ''
  /**
   * Returns the kept result of a look-up, unless it found the parent empty, and since then a market may have been added
   * there, or the period was built again.
   */
  const keptAnswer = async ({ as_of }: EditionName, parent: Cell): Promise<LookupAnswer | null> => {
    const kept = await ledger.lookup(as_of, parent)
    if (emptyReason(kept) === null) return kept
    const revision = await revisionOf(as_of)
    if ((revisedAt.get(keyOf(as_of, parent)) ?? revision) !== revision) return null
    const markets = await added.at(parent)
    return markets === '' || markets === addedAt.get(parent) ? kept : null
  }
  const ask = async (parent: Cell): Promise<LookupAnswer | null> => {
    const answer = readAnswer(parent, await upstream.lookup(parent))
    return answer === 'not_covered' && (await ground.isUnnamed(parent)) ? null : answer
  }
  const askAndKeep = async ({ as_of }: EditionName, parent: Cell): Promise<LookupAnswer | null> => {
    const answer = await ask(parent)
    if (emptyReason(answer) !== null) {
      addedAt.set(parent, await added.at(parent))
      revisedAt.set(keyOf(as_of, parent), await revisionOf(as_of))
    }
    if (answer !== null) await ledger.keepLookup(as_of, parent, answer)
    if (answer === 'listings') await noteListingsAbove(ledger, as_of, [parent])
    return answer
  }
  const trust = createLookupTrust({
    ledger,
    clock,
    isReportedEmpty: async (parent) => {
      const resolution = tileResolution(parent)
      if (resolution === null) return null
      if ((await ground.outside([parent], resolution)).size > 0) return true
      const answer = resolution > FINEST_WITHOUT_LOOKUP ? await ask(parent) : 'listings'
      return answer === null ? null : emptyReason(answer) !== null
    },
  })
  const isTrusted = async () => (await trust.state()).isTrusted
  /** When this process first met the report that a tile is empty, or asked for it again. */
  const metAt = largeCache<string, number>(MOST_EMPTY)
  /** Whether a kept report still counts; starts its time when it is first met, and again when that is over. */
  const believe = async (key: string, kept: LookupAnswer | null): Promise<boolean> => {
    if (kept === null || kept === 'listings') return kept !== null
    const now = clock().getTime()
    const since = metAt.get(key) ?? ((await trust.state()).wasLost ? 0 : now)
    const isFresh = now - since < BELIEVED
    metAt.set(key, isFresh ? since : now)
    return isFresh
  }
  /** Look-ups under way, shared by everyone who needs the same tile. */
  const asking = new Map<string, Promise<LookupAnswer | null>>()
  const lookUp = async (name: EditionName, parent: Cell, seeker: LookupSeeker): Promise<EmptyReason | null> => {
    const key = keyOf(name.as_of, parent)
    const kept = await keptAnswer(name, parent)
    if (!asking.has(key) && !(await believe(key, kept))) {
      const refusal = await shares.take(seeker.address)
      if (refusal !== null && kept === null) seeker.onWithheld?.(parent, refusal)
      if (refusal !== null) return emptyReason(kept)
      // Somebody else may have begun it meanwhile.
      if (!asking.has(key))
        asking.set(
          key,
          askAndKeep(name, parent).finally(() => asking.delete(key)),
        )
    }
    return emptyReason((await asking.get(key)) ?? kept)
  }
  /** False where the report that a tile is empty was right when it was made, and would not be made any more. */
  const isStillReported = async (name: EditionName, parent: Cell): Promise<boolean> => {
    if ((await keptAnswer(name, parent)) === null) return false
    if ((await ground.outside([parent], name.resolution)).size > 0) return true
    return name.resolution > FINEST_WITHOUT_LOOKUP && (await askAndKeep(name, parent)) !== 'listings'
  }
  const isBelied = async (name: EditionName, parent: Cell) =>
    (await ledger.lookup(name.as_of, parent)) === 'listings' || (await hasCoarserFigures(ledger, name, parent))
  const outside = async (
    name: EditionName,
    parents: readonly Cell[],
    unknown?: ReadonlySet<Cell>,
  ): Promise<Map<Cell, EmptyReason>> => {
    const found = new Map<Cell, EmptyReason>()
    for (const [parent, why] of await ground.outside(parents, name.resolution, unknown)) {
      // Where markets are is only a guess. The resolutions of a market are what the service says.
      if (why === 'elsewhere' && (await isBelied(name, parent))) continue
      found.set(parent, 'not_covered')
    }
    return found
  }
  const keepOutside = async ({ as_of }: EditionName, found: ReadonlyMap<Cell, EmptyReason>) => {
    for (const [parent, reason] of found) {
      if ((await ledger.lookup(as_of, parent)) !== reason) await ledger.keepLookup(as_of, parent, reason)
    }
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
    const kept = new Map<Cell, EmptyReason>()
    for (const [index, parent] of parents.entries()) {
      // A territory can have thousands.
      if (index % KNOWN_AT_ONCE === KNOWN_AT_ONCE - 1) await nextTurn()
      const answer = await keptAnswer(name, parent)
      if (answer !== null && answer !== 'listings') kept.set(parent, answer)
    }
    return unlessHeld(name, kept)
  }
  const foundOutside = async (name: EditionName, parents: readonly Cell[], unknown?: ReadonlySet<Cell>) => {
    await added.note()
    const found = await outside(name, parents, unknown)
    await keepOutside(name, found)
    return found
  }
  return {
    findEmpty: async (name, parents, seeker) => {
      const { signal } = seeker
      if (!(await isTrusted())) return new Map()
      if (name.resolution <= FINEST_WITHOUT_LOOKUP) return foundOutside(name, parents)
      const said = new Map<Cell, EmptyReason | null>()
      let isLate = false
      const asked = parents.map((parent) =>
        limit(seeker.address, async () => {
          throwIfGone(signal)
          if (!isLate) said.set(parent, await lookUp(name, parent, seeker))
        }),
      )
      // Look-ups under way go on, since others may wait for the same ones.
      const all = untilGone(Promise.all(asked), signal)
      isLate = (seeker.longest === undefined ? await all : await within(seeker.longest, all)) === null
      if (isLate) seeker.onLate?.()
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
      return new Map([...empty, ...(open.length === 0 ? [] : await foundOutside(name, open, unknown))])
    },
    likelyEmpty: async (name, parents) => {
      if (!(await isTrusted())) return new Map()
      const empty = await known(name, parents)
      const open = parents.filter((parent) => !empty.has(parent))
      return new Map([...empty, ...(open.length === 0 ? [] : await outside(name, open))])
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
      if (filled !== undefined && (await trust.recover(filled))) metAt.clear()
      const [first] = refuted
      if (first === undefined) return
      // One report stands for all.
      if (await isStillReported(name, first)) return trust.lose(first)
      for (const parent of refuted) await ledger.keepLookup(name.as_of, parent, 'listings')
    },
  }
}

function keyOf(as_of: string, parent: Cell): string {
  return `${as_of} ${parent}`
}

function emptyReason(answer: LookupAnswer | null): EmptyReason | null {
  return answer === 'listings' ? null : answer
}

/** Null when the result says nothing about the place. The only refusal that does is the one for a market not served. */
function readAnswer(asked: Cell, result: ServiceResult<PointSignal>): LookupAnswer | null {
  if (result.kind === 'ok') {
    const { prices_available, h3 } = result.value
    // Something in front of the service may send the answer about one cell to all.
    const isOther = h3 !== null && !isWithin(h3, asked) && !isWithin(asked, h3)
    return prices_available === null || isOther ? null : prices_available ? 'listings' : 'no_listings'
  }
  return result.kind === 'refused' && result.refusal.code === 'not_covered' ? 'not_covered' : null
}

function isWithin(cell: Cell, outer: Cell): boolean {
  const resolution = cellResolution(outer)
  return cellResolution(cell) >= resolution && cellParent(cell, resolution) === outer
}
