import type { AsOf } from '../../domain/period.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import type { BoughtSlice } from '../tiles/cut-answer.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import { ownRefusal } from '../upstream/connection/refusals.ts'

/** Calls in a row that may bring hardly anything before a purchase ends: more than learning the limits ever takes. */
const MOST_IN_VAIN = 20
/** A call counts as useful from this many cells on, or from this share of the cells that it was made for. */
const LEAST = { cells: 20, share: 0.05 }

/**
 * Counts the calls in a row of one purchase that were refused, or that brought hardly anything of what they were made for.
 * Without this bound, a service that sends one row at a time, or that switches between two periods, would be paid for
 * thousands of calls.
 */
export class VainCalls {
  private count = 0
  private readonly periods: Set<AsOf>
  /** Flags of the cells that answers have brought, by period and tile. */
  private readonly brought = new Map<string, Uint8Array>()

  /** `served` is the period that the purchase buys. */
  constructor(served: AsOf) {
    this.periods = new Set([served])
  }

  get areTooMany(): boolean {
    return this.count >= MOST_IN_VAIN
  }

  noteRefused(): void {
    this.count++
  }

  /** `isOther`: the answer is of another period than the purchase buys by now. */
  noteAnswer(asked: readonly Slice[], told: readonly BoughtSlice[], as_of: AsOf, isOther: boolean): void {
    const cells = told.reduce((sum, slice) => sum + this.takeNew(as_of, slice), 0)
    const isBack = isOther && this.periods.has(as_of)
    this.periods.add(as_of)
    const isEnough = cells >= Math.min(LEAST.cells, LEAST.share * countCells(asked))
    this.count = isEnough && !isBack ? 0 : this.count + 1
  }

  /** Returns how many of the cells no answer of the same period has brought before. */
  private takeNew(as_of: AsOf, { parent, first, figures }: BoughtSlice): number {
    const key = `${as_of} ${parent}`
    const brought = this.brought.get(key) ?? new Uint8Array(CELLS_PER_TILE)
    this.brought.set(key, brought)
    const before = brought.subarray(first, first + figures.length)
    const known = before.reduce((sum, flag) => sum + flag, 0)
    before.fill(1)
    return figures.length - known
  }
}

export const NO_PROGRESS = ownRefusal(
  'no_progress',
  `${MOST_IN_VAIN} calls in a row brought hardly any of the missing figures, or were refused, so no more are made here for a while. What was bought is kept.`,
)
