import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Offer } from '../metered/quote.ts'
import type { RestedView } from '../state/store.ts'
import type { PurchaseOptions } from '../tiles/purchases.ts'
import { isCalledEmpty, type TileState } from '../tiles/tile-state.ts'
import type { TileStore } from '../tiles/tile-store.ts'
import { savesData } from '../ui/device/saves-data.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { tilesAround } from './around-view.ts'

/** The most tiles to buy for one view: about 10,000 cells, which only a view of continents exceeds. */
export const TILES_BOUGHT_AT_MOST = 30

/**
 * Returns what there is to buy in a view, nearest tiles first; null when there is nothing. It offers the same tiles for
 * the same view every time, so coming back costs nothing, however wide the view is.
 */
export function viewOffer(store: TileStore, name: EditionName, rested: RestedView): Offer | null {
  const parents = store.missing(name, worthwhile(store, name, rested).slice(0, TILES_BOUGHT_AT_MOST))
  return parents.length === 0 ? null : { name, parents, options: optionsFor(store, name, rested) }
}

/** Returns what there is to buy in a view for each of these editions; none for those with nothing to buy. */
export function viewOffers(store: TileStore, names: readonly EditionName[], rested: RestedView): Offer[] {
  return names.flatMap((name) => viewOffer(store, name, rested) ?? [])
}

/** Returns the tiles in view beyond those that one view may buy. */
export function tilesTooFar(store: TileStore, name: EditionName, rested: RestedView): Cell[] {
  return worthwhile(store, name, rested).slice(TILES_BOUGHT_AT_MOST)
}

/**
 * Returns an offer to buy tiles that free hints call empty: the given tile first, if any, then those in view, nearest to
 * the middle first. Null when there are none.
 */
export function distrustOffer(
  store: TileStore,
  name: EditionName,
  rested: RestedView,
  first: Cell | null,
): Offer | null {
  const { parents } = tilesInView(rested.bounds, name.resolution)
  const all = new Set(first === null ? parents : [first, ...parents])
  const knownEmpty = [...all].filter((parent) => isCalledEmpty(store.stateOf(name, parent)))
  if (knownEmpty.length === 0) return null
  return { name, parents: knownEmpty.slice(0, TILES_BOUGHT_AT_MOST), options: { distrustLookups: true } }
}

function worthwhile(store: TileStore, name: EditionName, { bounds }: RestedView): Cell[] {
  const { parents } = tilesInView(bounds, name.resolution)
  return parents.filter((parent) => !isCalledEmpty(store.stateOf(name, parent)))
}

/** Adds the tiles around the view that are not known to be held; none when the viewer's device saves data. */
function optionsFor(store: TileStore, name: EditionName, rested: RestedView): PurchaseOptions {
  if (savesData()) return {}
  const isUnheld = (parent: Cell) => UNHELD.has(store.stateOf(name, parent).kind)
  return { around: tilesAround(rested, name.resolution, isUnheld) }
}

const UNHELD: ReadonlySet<TileState['kind']> = new Set(['unknown', 'not_held', 'declined'])
