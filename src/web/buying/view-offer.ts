import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PurchaseManner } from '../queries/purchases.ts'
import type { Offer } from '../queries/quote.ts'
import { isUncovered, type TileState } from '../queries/tile-state.ts'
import type { TileStore } from '../queries/tile-store.ts'
import type { RestedView } from '../state/store.ts'
import { savesData } from '../ui/saves-data.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { tilesAround } from './around-view.ts'

/** The most tiles that one view has bought: about 10,000 cells, which only a view of continents passes. */
const TILES_BOUGHT_AT_MOST = 30

/**
 * What there is to be bought of a view, the nearest tiles first; null where there is nothing. Only ever the same tiles
 * of a view, so that coming back to it costs nothing, however wide it is.
 */
export function viewOffer(store: TileStore, name: EditionName, rested: RestedView): Offer | null {
  const parents = store.missing(name, worthwhile(store, name, rested).slice(0, TILES_BOUGHT_AT_MOST))
  return parents.length === 0 ? null : { name, parents, manner: alongWith(store, name, rested) }
}

/** The tiles that lie beyond what one view has bought. */
export function tilesTooFar(store: TileStore, name: EditionName, rested: RestedView): Cell[] {
  return worthwhile(store, name, rested).slice(TILES_BOUGHT_AT_MOST)
}

/**
 * The tiles in view where a free look-up sees nothing, to be bought all the same: a cell's own first, then the nearest to
 * the middle. Null where there are none.
 */
export function distrustOffer(store: TileStore, name: EditionName, rested: RestedView, first: Cell): Offer | null {
  const { parents } = tilesInView(rested.bounds, name.resolution)
  const silent = [...new Set([first, ...parents])].filter(
    (parent) => store.stateOf(name, parent).kind === 'no_listings',
  )
  if (silent.length === 0) return null
  return { name, parents: silent.slice(0, TILES_BOUGHT_AT_MOST), manner: { distrustLookups: true } }
}

/** True where nothing would be bought, whoever asks. */
export function isFreeOfCost(state: TileState): boolean {
  return state.kind === 'no_listings' || isUncovered(state)
}

function worthwhile(store: TileStore, name: EditionName, { bounds }: RestedView): Cell[] {
  const { parents } = tilesInView(bounds, name.resolution)
  return parents.filter((parent) => !isFreeOfCost(store.stateOf(name, parent)))
}

/** The tiles around the view that are not known to be held; none where the reader's device saves data. */
function alongWith(store: TileStore, name: EditionName, rested: RestedView): PurchaseManner {
  if (savesData()) return {}
  const isUnheld = (parent: Cell) => UNHELD.has(store.stateOf(name, parent).kind)
  return { around: tilesAround(rested, name.resolution, isUnheld) }
}

const UNHELD: ReadonlySet<TileState['kind']> = new Set(['unknown', 'not_held', 'declined'])
