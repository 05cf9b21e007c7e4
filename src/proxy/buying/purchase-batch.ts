import pLimit, { type LimitFunction } from 'p-limit'
import type { ListStyle } from '../../contract/assumptions.ts'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import type { PlaceOffers } from '../hints/place-offers.ts'
import type { BoughtCall } from '../ledger/ledger.ts'
import { withinScope } from '../planning/area-scope.ts'
import { FILLED_CELLS_MAX } from '../planning/fill-up.ts'
import type { Call } from '../planning/plan.ts'
import type { Pauses } from '../spending/pauses.ts'
import type { Spending } from '../spending/spending.ts'
import { missingSlices } from '../tiles/cut-answer.ts'
import type { Slice } from '../tiles/slice.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import { type Admission, unlessObjected } from '../upstream/asking.ts'
import { NOT_COVERED, ownRefusal, STOPPING } from '../upstream/refusals.ts'
import type { Batch } from './batch.ts'
import { type PlannedCall, parentsOf, planCalls } from './call-planner.ts'
import type { Claim, TileOutcome } from './claim.ts'
import { type CallDeps, makeCall } from './metered-call.ts'

export interface BatchDeps extends CallDeps {
  readonly pauses: Pauses
  readonly places: PlaceOffers
  readonly spending: Spending
  /** True once the proxy is stopping: no further call is begun. */
  readonly isStopping: () => boolean
}

// Metered calls in parallel, for all viewers together.
const AT_ONCE = 3
// More tiles around a view would not fit into one call.
const PADDING_TILES_MAX = Math.ceil(FILLED_CELLS_MAX / CELLS_PER_TILE)

/** Buys batches and settles every tile exactly once. Returns the number of metered calls answered with figures. */
export function createBatchBuyer(deps: BatchDeps): (batch: Batch) => Promise<number> {
  const metered = pLimit(AT_ONCE)
  // A call larger than any before may be refused. One at a time, the limit is found with the fewest refusals.
  const probing = pLimit(1)
  return async (batch) => {
    const run = new BatchRun(deps, batch)
    await run.settleHeld()
    await run.settleSilent()
    while (run.isOpen()) {
      const calls = await run.planWave()
      if (calls.every(({ isProven }) => isProven)) await run.makeAll(calls, metered)
      else await probing(() => run.probe())
    }
    return run.calls
  }
}

/** Returns the calls that a batch would need now. Settles what costs nothing, and buys nothing. */
export async function planBatch(deps: BatchDeps, batch: Omit<Batch, 'around' | 'register'>): Promise<Call[]> {
  const run = new BatchRun(deps, { ...batch, around: [], register: UNREGISTERED })
  await run.settleHeld()
  await run.settleSilent()
  return run.plan()
}

/** For claims that stand in nobody's way. */
const UNREGISTERED: Batch['register'] = { release: async () => {}, releaseLost: async () => [] }

class BatchRun {
  calls = 0
  private readonly deps: BatchDeps
  private readonly batch: Batch
  private readonly claims: ReadonlyMap<Cell, Claim>
  private readonly open: Set<Cell>
  /** All cells of each tile, computed once because plans are made many times. */
  private readonly whole = new Map<Cell, readonly Slice[]>()
  /** Tiles to fill up with; null until they are chosen. */
  private around: Set<Cell> | null = null
  /** Listed cells that came back empty while the list style is unproven. */
  private doubt: { readonly cells: ReadonlySet<Cell>; readonly style: ListStyle } | null = null
  /** The remaining calls of the plan that the last probe belonged to. */
  private planned: readonly PlannedCall[] = []
  /** True once something was learned that the current plan does not take into account. */
  private isStale = false
  private name: EditionName

  constructor(deps: BatchDeps, batch: Batch) {
    this.deps = deps
    this.batch = batch
    this.claims = new Map([...batch.claims, ...batch.around].map((claim) => [claim.parent, claim]))
    this.open = new Set(batch.claims.map(({ parent }) => parent))
    this.name = batch.name
  }

  isOpen(): boolean {
    return this.open.size > 0
  }

  /** Another viewer may have bought a tile before the claim, or in the period that has just become known. */
  async settleHeld(): Promise<void> {
    const edition = await this.deps.ledger.edition(this.name)
    if (edition === null) return
    for (const parent of [...this.open]) {
      const tile = await this.deps.ledger.tile(this.name, parent)
      if (tile !== null) this.settle(parent, { kind: 'held', edition, tile })
    }
    await this.settlePartly(edition, [...this.open])
  }

  /** Settles tiles that have no cells left to buy in the scope. */
  private async settlePartly(edition: Edition, parents: readonly Cell[]): Promise<void> {
    if (this.batch.scope === undefined) return
    for (const parent of parents) {
      const left = withinScope(await this.missingOf(parent), this.batch.scope)
      if (left.length === 0) this.settle(parent, { kind: 'partly', edition })
    }
  }

  /** Asks the free endpoints first: where they report nothing, nothing is bought unless the viewer insists. */
  async settleSilent(): Promise<void> {
    if (this.batch.distrustLookups || !this.isOpen()) return
    for (const [parent, silence] of await this.deps.lookups.silent(this.name, [...this.open])) {
      this.settle(parent, silence === 'no_listings' ? { kind: silence } : { kind: 'refused', refusal: NOT_COVERED })
    }
  }

  /** Plans all calls for what is missing, with the limits learned so far. */
  async plan(): Promise<PlannedCall[]> {
    const wanted = await this.missing()
    const around = [...(this.around ?? [])].flatMap((parent) => this.wholeOf(parent))
    const need = { name: this.name, wanted, around, areListsDoubted: this.doubt !== null, planned: this.planned }
    const whole = await planCalls(this.deps, need)
    const { scope } = this.batch
    const isSure = whole.every(({ isProven }) => isProven)
    if (scope === undefined || (isSure && whole.length <= 1)) return whole
    const cut = await planCalls(this.deps, { ...need, wanted: withinScope(wanted, scope), area: scope.shape })
    // Whole tiles also serve maps, so they are preferred when they cost and risk no more.
    return cut.length < whole.length || !isSure ? cut : whole
  }

  /** Plans the next calls; none when everything has been settled. */
  async planWave(): Promise<PlannedCall[]> {
    await this.heedPauses()
    this.isStale = false
    if (this.isOpen()) this.around ??= await this.choosePadding()
    return this.plan()
  }

  /** Makes planned calls in parallel, until something is learned that the plan does not take into account. */
  async makeAll(calls: readonly PlannedCall[], limit: LimitFunction): Promise<void> {
    const planned = new Set(calls.flatMap(parentsOf))
    this.giveBack([...(this.around ?? [])].filter((parent) => !planned.has(parent)))
    await allEnded(calls.map((call) => limit(() => this.make(call))))
  }

  /** Makes one call that may be too large. It is planned only now, when no other probe is running. */
  async probe(): Promise<void> {
    const calls = await this.planWave()
    const call = calls.find(({ isProven }) => !isProven) ?? calls[0]
    if (call === undefined) return
    await this.make(call)
    this.planned = this.isStale ? [] : calls.filter((other) => other !== call)
  }

  /** Makes a planned call, unless it has become unnecessary or impossible since. */
  private async make(call: PlannedCall): Promise<void> {
    await this.heedPauses()
    if (this.isStale || !parentsOf(call).every((parent) => this.open.has(parent) || this.around?.has(parent))) return
    const outcome = await makeCall(this.deps, this.name, call, () => this.admit(call))
    switch (outcome.kind) {
      case 'resized':
        this.isStale = true
        return
      case 'doubted':
        this.calls++
        this.isStale = true
        this.doubt = {
          cells: new Set([...(this.doubt?.cells ?? []), ...outcome.unanswered]),
          style: call.question.style,
        }
        return
      case 'refused':
        if (outcome.refusal === LEASE_LOST) return
        await this.deps.pauses.note(outcome.refusal, this.name.resolution)
        return this.refuseOpen(outcome.refusal)
      case 'unwritten':
        this.calls++
        for (const claim of this.claimsOf(parentsOf(call))) claim.keepUntil(outcome.written)
        return this.refuseOpen(outcome.refusal)
      case 'bought':
        this.calls++
        await this.resolveDoubt(call, outcome.call)
        return this.take(outcome.call, outcome.tiles)
    }
  }

  private async take({ edition, name, slices }: BoughtCall, tiles: readonly StoredTile[]): Promise<void> {
    for (const tile of tiles) this.settle(tile.parent, { kind: 'bought', edition, tile })
    if (name.as_of === this.name.as_of) {
      const touched = new Set(slices.map(({ parent }) => parent))
      return this.settlePartly(
        edition,
        [...this.open].filter((parent) => touched.has(parent)),
      )
    }
    this.name = name
    this.isStale = true
    // Some of them may be held for the other period.
    this.giveBack([...(this.around ?? [])])
    return this.settleHeld()
  }

  /** Learns that a list was not understood when another selector returns rows for cells that the list named. */
  private async resolveDoubt({ size }: PlannedCall, { slices }: BoughtCall): Promise<void> {
    const { doubt } = this
    if (doubt === null) return
    if (!slices.some(({ figures }) => figures.some((figure) => figure && doubt.cells.has(figure.cell)))) return
    this.doubt = null
    this.isStale = true
    await this.deps.limits.learn(size, 'none', { kind: 'other_style', than: doubt.style })
  }

  /** Chooses tiles around the view that may fit: not held, and not empty according to the free look-up. */
  private async choosePadding(): Promise<Set<Cell>> {
    const free: Cell[] = []
    const around = this.batch.around.map(({ parent }) => parent)
    for (const parent of around) {
      if (free.length === PADDING_TILES_MAX) break
      if (await this.isUntouched(parent)) free.push(parent)
    }
    const silent = free.length === 0 ? new Map() : await this.deps.lookups.silent(this.name, free)
    const chosen = new Set(free.filter((parent) => !silent.has(parent)))
    this.giveBack(around.filter((parent) => !chosen.has(parent)))
    return chosen
  }

  private async isUntouched(parent: Cell): Promise<boolean> {
    const { ledger } = this.deps
    return (await ledger.tile(this.name, parent)) === null && (await ledger.parts(this.name, parent)).length === 0
  }

  private giveBack(parents: readonly Cell[]): void {
    for (const parent of parents) this.around?.delete(parent)
    if (parents.length > 0) void this.batch.register.release(this.claimsOf(parents))
  }

  /**
   * Called last before every request, retries included. A process that was suspended for longer than its leases has lost
   * its tiles and must not buy them.
   */
  private async admit(call: Call): Promise<Admission> {
    return unlessObjected(await this.deps.spending.admit(this.batch.viewer), async () => {
      const lost = await this.batch.register.releaseLost(this.claimsOf(parentsOf(call)))
      if (lost.length === 0) return null
      for (const { parent } of lost) {
        this.open.delete(parent)
        this.around?.delete(parent)
      }
      this.isStale = true
      return LEASE_LOST
    })
  }

  private async heedPauses(): Promise<void> {
    const { isStopping, pauses, spending } = this.deps
    const refusal = isStopping()
      ? STOPPING
      : (spending.consent(this.batch.confirmed) ?? (await pauses.at(this.name.resolution)))
    if (refusal !== null) this.refuseOpen(refusal)
  }

  private async missing(): Promise<Slice[]> {
    const slices: Slice[] = []
    for (const parent of this.open) slices.push(...(await this.missingOf(parent)))
    return slices
  }

  private async missingOf(parent: Cell): Promise<readonly Slice[]> {
    const parts = await this.deps.ledger.parts(this.name, parent)
    return parts.length === 0 ? this.wholeOf(parent) : missingSlices(parent, parts)
  }

  private wholeOf(parent: Cell): readonly Slice[] {
    const slices = this.whole.get(parent) ?? missingSlices(parent, [])
    this.whole.set(parent, slices)
    return slices
  }

  private refuseOpen(refusal: Refusal): void {
    for (const parent of [...this.open]) this.settle(parent, { kind: 'refused', refusal })
    // Not released: a call still under way may fetch them. They become free when the batch ends.
    this.around?.clear()
  }

  private settle(parent: Cell, outcome: TileOutcome): void {
    const isWanted = this.open.delete(parent)
    if (this.around?.delete(parent) || isWanted) this.claims.get(parent)?.settle(outcome)
  }

  private claimsOf(parents: readonly Cell[]): Claim[] {
    return parents.flatMap((parent) => this.claims.get(parent) ?? [])
  }
}

/** Like `Promise.all`, but rejects only after all have ended, so that tiles being paid for stay claimed. */
async function allEnded(calls: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(calls)
  await Promise.all(calls)
}

/** Never reported: the tiles are requested again. */
const LEASE_LOST = ownRefusal('lease_lost', 'Another proxy is buying some of the tiles by now.')
