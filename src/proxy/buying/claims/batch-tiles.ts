import type { Edition, Refusal } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import { cellsAround } from '../../../domain/distance.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { CELLS_PER_TILE } from '../../../domain/tile.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import type { LookupSeeker, Lookups } from '../../hints/lookups.ts'
import type { OfferSeeker } from '../../hints/place-offers.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import { type AreaScope, touchesScope } from '../../planning/calls/area-scope.ts'
import { missingSlices } from '../../tiles/cut-answer.ts'
import type { Slice } from '../../tiles/slice.ts'
import { NOT_COVERED } from '../../upstream/connection/refusals.ts'
import type { Batch, Waiter } from './batch.ts'
import type { Claim, TileOutcome } from './claim.ts'

/** How many tiles are looked up before other work gets a turn: a ledger in a file returns without yielding. */
const TILES_A_TURN = 100
/** Milliseconds that a quote waits for look-ups: a slow service may take half a minute for those of a view. */
const QUOTE_WAIT = 5_000

interface TileDeps {
  readonly ledger: TileLedger
  readonly lookups: Lookups
}

/** What `BatchTiles` needs of a batch. */
export type BatchToPlan = Omit<Batch, 'confirmed'>

/**
 * The tiles of a batch that have no outcome yet: the wanted ones, and those around them that calls can be filled up with.
 * Settles each exactly once.
 */
export class BatchTiles {
  private readonly deps: TileDeps
  private readonly batch: BatchToPlan
  private readonly claims: ReadonlyMap<Cell, Claim>
  private readonly open: Set<Cell>
  /** All cells of each tile, computed once because plans are made many times. */
  private readonly whole = new Map<Cell, readonly Slice[]>()
  /** Tiles around the batch that are not held; null until known. */
  private around: Set<Cell> | null = null
  /** Those that calls can be filled up with. */
  private readonly chosen = new Set<Cell>()
  private edition: EditionName
  /** True when some tiles were not looked up in time, and may be empty. */
  private isUnsure = false
  /** Computed once, because plans are made many times. */
  private moving: Promise<boolean> | null = null

  constructor(deps: TileDeps, batch: BatchToPlan) {
    this.deps = deps
    this.batch = batch
    this.claims = new Map([...batch.claims, ...batch.around].map((claim) => [claim.parent, claim]))
    this.open = new Set(batch.claims.map(({ parent }) => parent))
    this.edition = batch.name
  }

  get name(): EditionName {
    return this.edition
  }

  get scope(): AreaScope | undefined {
    return this.batch.scope
  }

  get waiter(): Waiter {
    return this.batch.waiter
  }

  isEstimate(): boolean {
    return this.isUnsure
  }

  isOpen(): boolean {
    return this.open.size > 0
  }

  /** The tiles that are wanted and have no outcome yet. */
  get wanted(): Cell[] {
    return [...this.open]
  }

  /** True while none of these tiles is settled, lost or given back. */
  hasAll(parents: readonly Cell[]): boolean {
    return parents.every((parent) => this.open.has(parent) || this.around?.has(parent))
  }

  /** Settles what costs nothing: tiles that are held, and tiles that the free endpoints report as empty. */
  async settleWithoutCalls(): Promise<void> {
    await this.settleHeld()
    await this.settleEmpty('findEmpty')
  }

  /** Settles tiles that are held, and tiles that are known to be empty, without looking any of them up. */
  async settleKnown(): Promise<void> {
    await this.settleHeld()
    await this.settleEmpty('likelyEmpty')
  }

  private async settleEmpty(how: 'findEmpty' | 'likelyEmpty'): Promise<void> {
    if (this.batch.distrustLookups || !this.isOpen()) return
    const open = [...this.open]
    const { lookups } = this.deps
    const empty = await (how === 'findEmpty'
      ? lookups.findEmpty(this.name, open, this.seeker())
      : lookups.likelyEmpty(this.name, open))
    for (const [parent, reason] of empty) {
      this.settle(parent, reason === 'no_listings' ? { kind: reason } : { kind: 'refused', refusal: NOT_COVERED })
    }
  }

  /**
   * The viewer who looks tiles up. Tiles that could not be looked up, because the viewer's share of free requests is
   * used, are not bought; a quote counts them.
   */
  private seeker(): LookupSeeker {
    const { viewer, waiter } = this.batch
    const refuse = (parent: Cell, refusal: Refusal) =>
      this.settle(parent, { kind: 'refused', refusal, isOfViewer: true })
    const { address } = viewer
    const { signal } = waiter
    if (waiter.commit !== null) return { address, signal, onWithheld: refuse }
    const onLate = () => {
      this.isUnsure = true
    }
    return { address, signal, longest: QUOTE_WAIT, onLate }
  }

  /**
   * The same for look-ups of places. Without them a plan could cost more calls, so if they are refused, no open tile is
   * bought.
   */
  offerSeeker(): OfferSeeker {
    const { viewer, waiter } = this.batch
    const { address } = viewer
    const refuse = (why: Refusal) => this.refuseOpen(why, { isOfViewer: true })
    return { address, ...(waiter.commit !== null && { onWithheld: refuse }) }
  }

  /** The service serves another period: some of the tiles may be held for it. */
  async moveTo(name: EditionName): Promise<void> {
    this.edition = name
    this.keepPadding(new Set())
    await this.settleHeld()
  }

  /** Another viewer may have bought a tile before the claim, or in the period that has just become known. */
  async settleHeld(): Promise<void> {
    const edition = await this.deps.ledger.edition(this.name)
    if (edition === null) return
    for (const [index, parent] of [...this.open].entries()) {
      if (index > 0 && index % TILES_A_TURN === 0) await nextTurn(this.waiter.signal)
      const tile = await this.deps.ledger.tile(this.name, parent)
      if (tile !== null) this.settle(parent, { kind: 'held', edition, tile })
    }
    await this.settlePartly(edition, [...this.open])
  }

  /** Settles those of the tiles that have no cells left to buy in the scope. */
  async settlePartly(edition: Edition, parents: Iterable<Cell>): Promise<void> {
    const { scope } = this
    if (scope === undefined) return
    for (const [index, parent] of [...parents].entries()) {
      if (index > 0 && index % TILES_A_TURN === 0) await nextTurn(this.waiter.signal)
      if (!this.open.has(parent)) continue
      if (!touchesScope(await this.missingOf(parent), scope)) this.settle(parent, { kind: 'partly', edition })
    }
  }

  settle(parent: Cell, outcome: TileOutcome): void {
    if (this.remove(parent)) this.claims.get(parent)?.settle(outcome)
  }

  /** Refuses everything that has no outcome yet, except tiles that calls under way may bring. */
  refuseOpen(refusal: Refusal, about: { isOfViewer?: true; except?: ReadonlySet<Cell> } = {}): void {
    const { except, ...more } = about
    const isRefused = (parent: Cell) => !except?.has(parent)
    for (const parent of [...this.open].filter(isRefused)) {
      this.settle(parent, { kind: 'refused', refusal, ...more })
    }
    // Not released: they become free when the batch ends.
    for (const parent of [...(this.around ?? [])].filter(isRefused)) this.around?.delete(parent)
    this.chosen.clear()
  }

  /** Refuses the tiles that must not share a call with the others, and fills no call up with such ones. */
  async refuseWhere(objectionTo: (parent: Cell) => Promise<Refusal | null>): Promise<void> {
    for (const parent of this.wanted) {
      const refusal = await objectionTo(parent)
      if (refusal !== null) this.settle(parent, { kind: 'refused', refusal })
    }
    const around: Cell[] = []
    for (const parent of this.around ?? []) if ((await objectionTo(parent)) !== null) around.push(parent)
    this.dropPadding(around)
  }

  /** Chooses tiles to fill calls up with, at most so many: not held, and not empty according to the free look-up. */
  async choosePadding(most: number): Promise<void> {
    if (!this.isOpen()) return
    this.around ??= await this.findFree()
    for (;;) {
      const next = [...this.around].filter((parent) => !this.chosen.has(parent)).slice(0, most - this.chosen.size)
      if (this.chosen.size >= most || next.length === 0) return
      const withheld = new Set<Cell>()
      const seeker = { ...this.seeker(), onWithheld: (parent: Cell) => void withheld.add(parent) }
      const empty = await this.deps.lookups.findEmpty(this.name, next, seeker)
      this.dropPadding([...empty.keys(), ...withheld])
      for (const parent of next) if (this.around.has(parent)) this.chosen.add(parent)
    }
  }

  private async findFree(): Promise<Set<Cell>> {
    const around = this.batch.around.map(({ parent }) => parent)
    const tiles = await Promise.all(around.map((parent) => this.deps.ledger.tile(this.name, parent)))
    const held = around.filter((_, index) => tiles[index] !== null)
    void this.batch.register.release(this.claimsOf(held))
    return new Set(around.filter((_, index) => tiles[index] === null))
  }

  /** Keeps only these tiles to fill up with, and lets others claim the rest. */
  keepPadding(kept: ReadonlySet<Cell>): void {
    this.dropPadding([...(this.around ?? [])].filter((parent) => !kept.has(parent)))
  }

  private dropPadding(dropped: readonly Cell[]): void {
    for (const parent of dropped) this.remove(parent)
    if (dropped.length > 0) void this.batch.register.release(this.claimsOf(dropped))
  }

  /** Drops those of the tiles that another proxy has taken over, because their lease ran out; true if there are any. */
  async dropLost(parents: readonly Cell[]): Promise<boolean> {
    const lost = await this.batch.register.releaseLost(this.claimsOf(parents))
    for (const { parent } of lost) this.remove(parent)
    return lost.length > 0
  }

  /** Returns the wanted cells that are not held. */
  async missing(): Promise<Slice[]> {
    const slices: Slice[] = []
    for (const parent of this.open) slices.push(...(await this.missingOf(parent)))
    return slices
  }

  /** True when all of these cells are held. */
  async areHeld(slices: readonly Slice[]): Promise<boolean> {
    for (const { parent, first, cells } of slices) {
      if ((await this.deps.ledger.tile(this.name, parent)) !== null) continue
      const isMissing = (other: Slice) => other.first < first + cells.length && first < other.first + other.cells.length
      if ((await this.missingOf(parent)).some(isMissing)) return false
    }
    return true
  }

  /** True when tiles next to the batch are held in its edition, as after a viewer has moved. */
  isMoving(): Promise<boolean> {
    this.moving ??= this.isBesideHeld()
    return this.moving
  }

  private async isBesideHeld(): Promise<boolean> {
    const { claims, around } = this.batch
    const own = new Set([...claims, ...around].map(({ parent }) => parent))
    const beside = new Set(claims.flatMap(({ parent }) => cellsAround(parent, 1)).filter((cell) => !own.has(cell)))
    for (const parent of beside) if ((await this.deps.ledger.tile(this.name, parent)) !== null) return true
    return false
  }

  /** How many cells around are not held, at most. */
  paddingRoom(): number {
    return CELLS_PER_TILE * (this.around?.size ?? this.batch.around.length)
  }

  /** Returns the cells that calls can be filled up with. */
  async padding(): Promise<Slice[]> {
    const slices = await Promise.all([...this.chosen].map((parent) => this.missingOf(parent)))
    return slices.flat()
  }

  claimsOf(parents: readonly Cell[]): Claim[] {
    return parents.flatMap((parent) => this.claims.get(parent) ?? [])
  }

  private remove(parent: Cell): boolean {
    this.chosen.delete(parent)
    const isWanted = this.open.delete(parent)
    return this.around?.delete(parent) || isWanted
  }

  private async missingOf(parent: Cell): Promise<readonly Slice[]> {
    await nextTurn(this.waiter.signal)
    const parts = await this.deps.ledger.parts(this.name, parent)
    return parts.length === 0 ? this.wholeOf(parent) : missingSlices(parent, parts)
  }

  private wholeOf(parent: Cell): readonly Slice[] {
    const slices = this.whole.get(parent) ?? missingSlices(parent, [])
    this.whole.set(parent, slices)
    return slices
  }
}
