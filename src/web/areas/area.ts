import type { AreaSelector } from '../../contract/area.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState } from '../../domain/figure.ts'
import type { AreaFacts } from '../metered/areas.ts'
import type { CellView } from '../view/view-cells.ts'
import type { AreaResolution } from './resolution/use-area-resolution.ts'

/** What the page knows about an area, and what is left to buy. */
export interface Area extends AreaResolution {
  readonly selector: AreaSelector
  readonly cells: readonly CellView[]
  readonly edition: Edition | null
  readonly isLoading: boolean
  /** What is left to buy, or why it was refused; null when nothing is left. */
  readonly rest: AreaFacts['rest']
  /** The purchases that complete it: in one edition, or in the two of a yield. */
  readonly missing: readonly MissingArea[]
  readonly rollupNote: string | null
  /** False when the service did not list all cells of a place. */
  readonly isComplete: boolean
  readonly buyRest: () => void
  /** Cells that were left out because free hints call them empty, and the offer to buy them anyway. */
  readonly leftOut: { readonly cells: number; readonly offer: LeftOutOffer; readonly buy: () => void } | null
  readonly isBuying: boolean
}

/** An area with something left to buy in an edition. */
export interface MissingArea {
  readonly name: EditionName
  readonly area: AreaSelector
}

/** An area whose cells may be bought although free hints call them empty. */
export interface LeftOutOffer {
  readonly name: EditionName
  readonly area: AreaSelector
}

/** Nothing is sold of cells in these states, unless a viewer asks for it all the same. */
const EMPTY_STATES: readonly CellState[] = ['sea', 'no_listings', 'not_covered']

/** True once it is known that no cell of an area has figures to sell; also of an area without cells. */
export function isKnownEmpty({
  cells,
  isLoading,
  failure,
}: Pick<Area, 'isLoading' | 'failure'> & { readonly cells: readonly Pick<CellView, 'state'>[] }): boolean {
  return !isLoading && failure === null && cells.every(({ state }) => EMPTY_STATES.includes(state))
}
