import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '../../contract/proxy-api.ts'
import { createFairLimit, type FairLimit } from '../../server/work/fair-limit.ts'
import { Gone, throwIfGone } from '../../server/work/gone.ts'
import type { BoughtCall } from '../ledger/ledger.ts'
import type { Call } from '../planning/calls/plan.ts'
import type { Pauses } from '../spending/pauses.ts'
import type { Spending } from '../spending/spending.ts'
import { countCells } from '../tiles/slice.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import { type Admission, unlessObjected } from '../upstream/asking.ts'
import { ownRefusal, STOPPING, VIEWER_LEFT } from '../upstream/connection/refusals.ts'
import { choosePadding, planBatch } from './batch-plan.ts'
import { type CallPlannerDeps, type PlannedCall, parentsOf } from './calls/call-planner.ts'
import type { CallDeps, CallOutcome } from './calls/made-call.ts'
import { makeCall, repeatCall } from './calls/metered-call.ts'
import type { BegunCall } from './calls/open-calls.ts'
import type { Batch } from './claims/batch.ts'
import { BatchTiles } from './claims/batch-tiles.ts'
import { admitFor } from './claims/commitment.ts'
import type { Leases } from './claims/leases.ts'
import { groundName } from './doubts/refusal-pauses.ts'
import { FollowedPeriod } from './followed-period.ts'
import { NO_PROGRESS, VainCalls } from './vain-calls.ts'

export interface BatchDeps extends CallDeps, CallPlannerDeps {
  readonly computing: CallDeps['computing'] & CallPlannerDeps['computing']
  readonly pauses: Pauses
  readonly spending: Spending
  /** True once the proxy is stopping: no further call is begun. */
  readonly isStopping: () => boolean
  readonly leases: Pick<Leases, 'take' | 'release'>
  /** Milliseconds between two checks of a call that another proxy is repeating. */
  readonly poll: number
}

// Metered calls in parallel, for all viewers together; their addresses take turns.
const AT_ONCE = 3

/**
 * Buys batches and settles every tile exactly once. Returns the number of metered calls answered with figures; rejects
 * with `Gone` when nobody waits any more and nothing has been bought.
 */
export function createBatchBuyer(deps: BatchDeps): (batch: Batch) => Promise<number> {
  const metered = createFairLimit(AT_ONCE)
  // A call larger than any before may be refused. One at a time, the limit is found with the fewest refusals.
  const probing = createFairLimit(1)
  // One at a time: leases keep other processes from repeating the same call, but not other purchases of this process.
  const repeating = createFairLimit(1)
  return async (batch) => {
    const tiles = new BatchTiles(deps, batch)
    const { address } = batch.viewer
    const run = new BatchRun(deps, batch, tiles)
    // A purchase that waits for consent buys nothing, so it sends no look-ups either.
    const withheld = deps.spending.consent(batch.confirmed)
    if (withheld === null) {
      // Before planning, because their figures are then held, whichever process repeats them.
      if (await run.hasOpenCalls()) await repeating(address, () => run.repeatOpenCalls())
      await tiles.settleWithoutCalls()
    } else {
      await tiles.settleKnown()
      tiles.refuseOpen(withheld)
    }
    while (tiles.isOpen()) {
      const calls = await run.planWave()
      if (calls.every(({ isProven }) => isProven)) await run.makeAll(calls, metered)
      else await probing(address, () => run.probe())
    }
    return run.calls
  }
}

/** Makes the calls of one batch. */
class BatchRun {
  calls = 0
  private readonly deps: BatchDeps
  private readonly batch: Batch
  private readonly tiles: BatchTiles
  /** The remaining calls of the plan that the last probe belonged to. */
  private planned: readonly PlannedCall[] = []
  /** True once the limits have changed since the current plan was made. */
  private isStale = false
  /** True once circles have left out cells, because their answers do not show that they cover them. */
  private hasLeftOut = false
  /** Calls without an outcome. */
  private readonly underWay = new Set<Call>()
  /** Why no further call is made, while some are under way. */
  private stopped: Refusal | null = null
  private readonly vain: VainCalls
  private readonly period: FollowedPeriod

  constructor(deps: BatchDeps, batch: Batch, tiles: BatchTiles) {
    this.deps = deps
    this.batch = batch
    this.tiles = tiles
    this.vain = new VainCalls(batch.name.as_of)
    this.period = new FollowedPeriod(batch.name.as_of)
  }

  async hasOpenCalls(): Promise<boolean> {
    return (await this.openCalls()).length > 0
  }

  /**
   * Repeats, as they were sent, the calls for these tiles whose end nobody has recorded. A new plan could ask for the same
   * cells in other calls, and these would be charged too.
   */
  async repeatOpenCalls(): Promise<void> {
    const { leases, poll } = this.deps
    for (;;) {
      await this.refuseWhilePaused()
      await this.tiles.settleHeld()
      const open = await this.openCalls()
      if (open.length === 0) return
      const leaseOf = ({ id }: BegunCall) => `call ${id}`
      const granted = await leases.take(open.map(leaseOf))
      try {
        for (const call of open.filter((one) => granted.has(leaseOf(one)))) await this.repeat(call)
      } finally {
        await leases.release([...granted])
      }
      if (granted.size === 0) await sleep(poll)
      throwIfGone(this.batch.waiter.signal)
    }
  }

  private async openCalls(): Promise<BegunCall[]> {
    return this.deps.openCalls.about(this.tiles.name, this.tiles.wanted)
  }

  private async repeat(call: BegunCall): Promise<void> {
    await this.refuseWhilePaused()
    // Another process may have repeated it before this one got its lease.
    if (!(await this.openCalls()).some(({ id }) => id === call.id)) return
    // Its process was killed after it had written the answer, and before it could record the end. A service that does not
    // know the header would charge it again.
    if (await this.tiles.areHeld(call.slices)) return this.deps.openCalls.end(this.tiles.name, call.id)
    throwIfGone(this.batch.waiter.signal)
    await this.take(call, await repeatCall(this.deps, this.tiles.name, call, () => this.admit(call)))
  }

  /** Plans the next calls; none when everything has been settled. */
  async planWave(): Promise<PlannedCall[]> {
    await this.refuseWhilePaused()
    this.isStale = false
    await choosePadding(this.deps, this.tiles)
    // An answer has one currency: cells of a market with another one would spoil it for the rest.
    await this.tiles.refuseWhere((parent) => this.deps.homeCurrency.objectionToTile(this.tiles.name, parent))
    return planBatch(this.deps, this.tiles, this.planned, this.hasLeftOut && this.planned.length === 0)
  }

  /** Makes planned calls in parallel, until the limits change. */
  async makeAll(calls: readonly PlannedCall[], limit: FairLimit): Promise<void> {
    // One that brings nothing must not be planned again.
    this.planned = []
    this.tiles.keepPadding(new Set(calls.flatMap(parentsOf)))
    await allEnded(calls.map((call) => limit(this.batch.viewer.address, () => this.make(call))))
    // Nothing is under way any more that could bring the rest.
    if (this.stopped !== null) this.refuse(this.stopped)
    this.stopped = null
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
    await this.refuseWhilePaused()
    if (this.stopped !== null || this.isStale || !this.tiles.hasAll(parentsOf(call))) return
    throwIfGone(this.batch.waiter.signal)
    this.underWay.add(call)
    try {
      await this.take(call, await makeCall(this.deps, this.tiles.name, call, () => this.admit(call)))
    } finally {
      this.underWay.delete(call)
    }
  }

  /** Makes no further call. Tiles that others under way may still bring, and that are paid for, stay open until these end. */
  private refuse(refusal: Refusal, ended?: Call): void {
    const others = [...this.underWay].filter((call) => call !== ended)
    this.tiles.refuseOpen(refusal, { except: new Set(others.flatMap(parentsOf)) })
    if (others.length > 0) this.stopped ??= refusal
  }

  private async take(call: Call, outcome: CallOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'resized':
        this.isStale = true
        this.vain.noteRefused()
        return this.refuseWithoutProgress(call)
      case 'unread':
        this.calls++
        this.isStale = true
        this.vain.noteRefused()
        return this.refuseWithoutProgress(call)
      case 'refused':
        if (outcome.refusal === LEASE_LOST) return
        if (outcome.refusal === VIEWER_LEFT) throw new Gone()
        if (outcome.ground !== undefined) {
          for (const parent of parentsOf(call)) this.tiles.settle(parent, { kind: 'refused', refusal: outcome.refusal })
          if (outcome.ground === 'refused') this.vain.noteRefused()
          return this.refuseWithoutProgress(call)
        }
        await this.deps.pauses.note(outcome.refusal, this.tiles.name.resolution)
        return this.refuse(outcome.refusal, call)
      case 'unwritten':
        this.calls++
        for (const claim of this.tiles.claimsOf(parentsOf(call))) claim.keepUntil(outcome.written)
        return this.refuse(outcome.refusal, call)
      case 'bought': {
        this.calls++
        const { slices, name } = outcome.call
        await this.deps.pauses.noteServed(name.resolution)
        this.vain.noteAnswer(call.slices, slices, name.as_of, name.as_of !== this.tiles.name.as_of)
        if (call.selector.kind === 'circle' && countFigures(slices) < countCells(call.slices)) this.hasLeftOut = true
        // The other calls of the plan would leave out as much: circles are planned narrower from now on.
        if (outcome.isShort) this.isStale = true
        await this.settle(outcome.call, outcome.tiles)
        return this.refuseWithoutProgress(call)
      }
    }
  }

  private refuseWithoutProgress(ended: Call): void {
    if (!this.vain.areTooMany) return
    const { name, wanted } = this.tiles
    for (const parent of wanted) this.deps.groundDoubts.start(groundName(name, parent), NO_PROGRESS)
    this.refuse(NO_PROGRESS, ended)
  }

  private async settle({ edition, name, slices }: BoughtCall, bought: readonly StoredTile[]): Promise<void> {
    for (const tile of bought) this.tiles.settle(tile.parent, { kind: 'bought', edition, tile })
    const isNews = this.period.follows(name.as_of)
    if (name.as_of === this.tiles.name.as_of) {
      return this.tiles.settlePartly(edition, new Set(slices.map(({ parent }) => parent)))
    }
    if (!isNews) return
    this.isStale = true
    return this.tiles.moveTo(name)
  }

  /**
   * Called last before every request, retries included. A process that was suspended for longer than its leases has lost
   * its tiles and must not buy them.
   */
  private async admit(call: Call): Promise<Admission> {
    const admit = admitFor(this.batch.waiter, () => this.deps.spending.admit(this.batch.viewer))
    return unlessObjected(await admit(), async () => {
      if (!(await this.tiles.dropLost(parentsOf(call)))) return null
      this.isStale = true
      return LEASE_LOST
    })
  }

  private async refuseWhilePaused(): Promise<void> {
    const { isStopping, pauses, spending } = this.deps
    const refusal = isStopping()
      ? STOPPING
      : (spending.consent(this.batch.confirmed) ?? (await pauses.at(this.tiles.name.resolution)))
    if (refusal !== null) this.refuse(refusal)
  }
}

/** Like `Promise.all`, but rejects only after all have ended, so that tiles being paid for stay claimed. */
async function allEnded(calls: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(calls)
  await Promise.all(calls)
}

function countFigures(slices: BoughtCall['slices']): number {
  return slices.reduce((sum, { figures }) => sum + figures.length, 0)
}

/** Never reported: the tiles are requested again. */
const LEASE_LOST = ownRefusal('lease_lost', 'Another proxy is now buying some of the tiles.')
