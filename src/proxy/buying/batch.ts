import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { AreaScope } from '../planning/area-scope.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'
import type { EditionName } from '../tiles/tile-name.ts'

/** What became of one tile that somebody wanted; `partly` where all that the scope wants of it is held, but not the rest. */
export type TileOutcome =
  | { kind: 'held' | 'bought'; edition: Edition; tile: StoredTile }
  | { kind: 'partly'; edition: Edition }
  | { kind: 'no_listings' }
  | { kind: 'refused'; refusal: Refusal }

/** Tiles of one edition that a viewer wants held. */
export interface Wanted {
  readonly name: EditionName
  readonly parents: readonly Cell[]
  /** What is wanted of them; all, so that they become whole, unless given. */
  readonly scope?: AreaScope | undefined
  /** Not wanted yet: bought only where a call for the others has room left. */
  readonly around: readonly Cell[]
  readonly distrustLookups: boolean
  /** For whom it is bought, and whether he has agreed to the cost. */
  readonly viewer: Viewer
  readonly confirmed: boolean
}

/** Tiles that nobody else is buying at the moment, here or elsewhere, and where to say what became of each. */
export interface Batch extends Wanted {
  readonly settle: (parent: Cell, outcome: TileOutcome) => void
  /** Gives back tiles that this batch will not buy, so that others may; what is never settled is given back at the end. */
  readonly giveBack: (parents: readonly Cell[]) => void
  /** Those of the tiles that this process has lost to another; asked right before each metered call. */
  readonly lost: (parents: readonly Cell[]) => Promise<Cell[]>
  /** Keeps tiles claimed, though settled, until what was paid for them is written. */
  readonly keepUntil: (parents: readonly Cell[], written: Promise<unknown>) => void
}
