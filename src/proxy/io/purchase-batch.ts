import pLimit from 'p-limit'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { missingSlices } from '../core/cut-answer.ts'
import { type Call, callCells, planPurchases, type Slice } from '../core/plan.ts'
import { ownRefusal } from '../core/refusals.ts'
import { statsTarget } from '../core/stats-target.ts'
import type { StoredTile } from '../core/stored-tile.ts'
import type { EditionName } from '../core/tile-name.ts'
import { type CallDeps, makeCall } from './metered-call.ts'
import type { Pauses } from './pauses.ts'

/** What became of one tile that somebody wanted. */
export type TileOutcome =
  | { kind: 'held' | 'bought'; edition: Edition; tile: StoredTile }
  | { kind: 'no_listings' }
  | { kind: 'refused'; refusal: Refusal }

/** Tiles that nobody else is buying at the moment, and where to say what became of each. */
export interface Batch {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly distrustLookups: boolean
  readonly settle: (parent: Cell, outcome: TileOutcome) => void
}

export interface BatchDeps extends CallDeps {
  readonly pauses: Pauses
  /** True once the proxy is to end: no further call is begun. */
  readonly isStopping: () => boolean
}

// Metered calls at once, over all viewers.
const AT_ONCE = 3

/** Buys batches: every tile is settled exactly once. Returns how many metered calls were answered with figures. */
export function createBatchBuyer(deps: BatchDeps): (batch: Batch) => Promise<number> {
  const metered = pLimit(AT_ONCE)
  // A call larger than any before may be refused: one at a time finds the limit with the fewest refusals.
  const probing = pLimit(1)
  return async (batch) => {
    const run = new BatchRun(deps, batch)
    await run.settleHeld()
    await run.settleSilent()
    while (run.isOpen()) {
      const wave = await run.planWave()
      if (wave.isProven) await Promise.all(wave.calls.map((call) => metered(() => run.make(call))))
      else await probing(() => run.probe())
    }
    return run.calls
  }
}

interface Wave {
  readonly calls: readonly Call[]
  readonly isProven: boolean
}

class BatchRun {
  calls = 0
  private readonly deps: BatchDeps
  private readonly batch: Batch
  private readonly open: Set<Cell>
  /** All cells of each tile, worked out once for the many times that a plan is made. */
  private readonly whole = new Map<Cell, readonly Slice[]>()
  private name: EditionName

  constructor(deps: BatchDeps, batch: Batch) {
    this.deps = deps
    this.batch = batch
    this.open = new Set(batch.parents)
    this.name = batch.name
  }

  isOpen(): boolean {
    return this.open.size > 0
  }

  /** Somebody else may have bought a tile between the asking and the claim, or under the period just learned of. */
  async settleHeld(): Promise<void> {
    const edition = await this.deps.ledger.edition(this.name)
    if (edition === null) return
    for (const parent of [...this.open]) {
      const tile = await this.deps.ledger.tile(this.name, parent)
      if (tile !== null) this.settle(parent, { kind: 'held', edition, tile })
    }
  }

  /** The free endpoints first: where they see nothing, nothing is bought unless the viewer wants it anyway. */
  async settleSilent(): Promise<void> {
    if (this.batch.distrustLookups || !this.isOpen()) return
    for (const [parent, silence] of await this.deps.lookups.silent(this.name, [...this.open])) {
      this.settle(parent, silence === 'no_listings' ? { kind: silence } : { kind: 'refused', refusal: NOT_COVERED })
    }
  }

  /** The next calls by what is missing and learned at this moment; none when everything was settled instead. */
  async planWave(): Promise<Wave> {
    await this.heedPauses()
    const { limits, upstream } = this.deps
    const lens = parseLensKey(this.name.lens) ?? {}
    const plan = planPurchases(await this.missing(), await limits.capacity(this.name.resolution, lens))
    const largest = plan.map(callCells).sort((a, b) => b.length - a.length)[0] ?? []
    const size = { cells: largest.length, bytes: statsTarget(upstream.basePath, lens, largest).length }
    const isProven = plan.length === 0 || (await limits.isProven(this.name.resolution, size))
    return { calls: plan.slice(0, AT_ONCE), isProven }
  }

  /** One call that may prove too large, planned only now that no other probe is under way. */
  async probe(): Promise<void> {
    const [call] = (await this.planWave()).calls
    if (call !== undefined) await this.make(call)
  }

  /** Makes a planned call, unless what happened since it was planned made it needless or vain. */
  async make(call: Call): Promise<void> {
    await this.heedPauses()
    if (!call.slices.every(({ parent }) => this.open.has(parent))) return
    const outcome = await makeCall(this.deps, this.name, call)
    switch (outcome.kind) {
      case 'resized':
        return
      case 'refused':
        this.deps.pauses.note(outcome.refusal, this.name.resolution)
        return this.refuseOpen(outcome.refusal)
      case 'bought': {
        this.calls++
        const { edition, name } = outcome.call
        for (const tile of outcome.tiles) this.settle(tile.parent, { kind: 'bought', edition, tile })
        if (name.as_of === this.name.as_of) return
        this.name = name
        return this.settleHeld()
      }
    }
  }

  private async heedPauses(): Promise<void> {
    const refusal = this.deps.isStopping() ? STOPPING : await this.deps.pauses.at(this.name.resolution)
    if (refusal !== null) this.refuseOpen(refusal)
  }

  private async missing(): Promise<Slice[]> {
    const slices: Slice[] = []
    for (const parent of this.open) {
      const parts = await this.deps.ledger.parts(this.name, parent)
      slices.push(...(parts.length === 0 ? this.wholeOf(parent) : missingSlices(parent, parts)))
    }
    return slices
  }

  private wholeOf(parent: Cell): readonly Slice[] {
    const slices = this.whole.get(parent) ?? missingSlices(parent, [])
    this.whole.set(parent, slices)
    return slices
  }

  private refuseOpen(refusal: Refusal): void {
    for (const parent of [...this.open]) this.settle(parent, { kind: 'refused', refusal })
  }

  private settle(parent: Cell, outcome: TileOutcome): void {
    if (this.open.delete(parent)) this.batch.settle(parent, outcome)
  }
}

const NOT_COVERED = ownRefusal('not_covered', 'The statistics service does not serve this market; nothing was bought.')
const STOPPING = ownRefusal('proxy_stopping', 'The proxy is ending; what was bought is kept. Try again in a moment.')
