import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AreaScope } from '../planning/area-scope.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import type { Claim, ClaimRegister } from './claim.ts'

/** Tiles of one edition that a viewer wants held. */
export interface Wanted {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  /** What is wanted of them; all, so that they become whole, unless given. */
  readonly scope?: AreaScope | undefined
  /** Not wanted yet: bought only where a call for the others has room left. */
  readonly around: readonly Cell[]
  readonly distrustLookups: boolean
  /** For whom it is bought, and whether they have agreed to the cost. */
  readonly viewer: Viewer
  readonly confirmed: boolean
}

/** Claimed tiles to buy: those wanted, and those around them. */
export interface Batch extends Omit<Wanted, 'parents' | 'around'> {
  readonly claims: readonly Claim[]
  readonly around: readonly Claim[]
  /** Takes back claims that this batch will not buy, and knows which are lost. Claims left at the end are released. */
  readonly register: Pick<ClaimRegister, 'release' | 'releaseLost'>
}
