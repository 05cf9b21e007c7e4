import type { Cell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { AreaScope } from '../../planning/calls/area-scope.ts'
import type { Viewer } from '../../spending/spending-rules.ts'
import type { Claim, ClaimRegister } from './claim.ts'

/** Whoever waits for a purchase or its cost. */
export interface Waiter {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
  /**
   * Called right before a purchase's first metered call; from then on it continues even if nobody waits. A quote has no
   * calls.
   */
  readonly commit: (() => void) | null
}

/** Tiles of one edition that a viewer wants held. */
export interface Wanted {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  /** The wanted cells of these tiles; without a scope all of them, so that the tiles become whole. */
  readonly scope?: AreaScope | undefined
  /** Tiles not requested yet: bought only when a call for the others has room. */
  readonly around: readonly Cell[]
  readonly distrustLookups: boolean
  /** Who it is for, and whether they have agreed to the cost. */
  readonly viewer: Viewer
  readonly confirmed: boolean
  readonly waiter: Waiter
}

/** Claimed tiles to buy: the wanted ones, and those around them. */
export interface Batch extends Omit<Wanted, 'parents' | 'around'> {
  readonly claims: readonly Claim[]
  readonly around: readonly Claim[]
  /** Releases claims that this batch will not buy or has lost. Claims left at the end are released for it. */
  readonly register: Pick<ClaimRegister, 'release' | 'releaseLost'>
}
