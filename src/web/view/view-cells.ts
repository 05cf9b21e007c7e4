import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { CELL_STATES, type CellState, type Figure } from '../../domain/figure.ts'
import { lensKey } from '../../domain/lens.ts'
import type { Bounds } from '../../domain/tile.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { useShownAsOf } from '../free/period.ts'
import type { FigureSource } from '../metric/figure-source.ts'
import { type ReadFigure, type Reading, useReading } from '../metric/use-reading.ts'
import type { RequestError } from '../requests/http.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { cellStateIn } from '../tiles/cell-state.ts'
import { editionKey } from '../tiles/editions.ts'
import { useTileStoreVersion } from '../tiles/page-tiles.ts'
import {
  figureIn,
  isAnswered,
  isCalledEmpty,
  isGivenUp,
  isSameState,
  isSettled,
  isUncovered,
  type TileState,
} from '../tiles/tile-state.ts'
import { useResolutionAtRest } from './resolution-in-force.ts'
import { tileCenters } from './tile-geometry.ts'
import { tilesInView } from './view-tiles.ts'

/** A cell with its state; `figure` is null in every state but observed and estimated. */
export interface CellView {
  readonly cell: Cell
  readonly state: CellState
  readonly figure: ReadFigure | null
}

/** The cells whose centre lies in the view at rest. */
export interface ViewCells {
  readonly name: EditionName
  /** Null until the first figures of this edition arrive. */
  readonly edition: Edition | null
  readonly cells: readonly CellView[]
  readonly counts: Readonly<Record<CellState, number>>
  /** The parents of the tiles that are requested, drawn and counted; `isCut` when the view has more. */
  readonly parents: ReadonlySet<Cell>
  readonly isCut: boolean
  /** True when nothing is loading for the view. */
  readonly isSettled: boolean
  /**
   * True when it is known which tiles are held as a whole, and why the others are not, so that the rest can be quoted.
   */
  readonly isAnswered: boolean
  readonly trouble: ViewTrouble
}

/** Why figures are missing from a view; the first reason of each kind. */
export interface ViewTrouble {
  readonly refusal: Refusal | null
  /** Part of the view is not bought again before the viewer asks for it, since each attempt may cost a call. */
  readonly isGivenUp: boolean
  /** Why a request to the proxy failed. */
  readonly fault: RequestError | null
  /** Why it is not known which cells lie in the sea or in another country, so that they count like the market's. */
  readonly groundFault: string | null
  /** Cells of the view are left out or unbought, because it is too wide. */
  readonly isTooWide: boolean
  /** Part of the view is left out because free hints call it empty. */
  readonly isLeftOut: boolean
  /** Part of the view waits for the viewer, or is never bought, because of the spending mode. */
  readonly isUnasked: boolean
}

/** Returns the edition for the address, the period and a resolution; null while one of them is missing. */
export function useEditionName(resolution: Resolution | null): EditionName | null {
  const as_of = useShownAsOf() ?? null
  const lens = useAddress((address) => lensKey(address.lens))
  const shown = useShownCurrency()
  const asSuch = shown.kind === 'known' && shown.rate.kind === 'bought-as-such' ? shown.currency : null
  // Nothing can be requested until it is known in which currency it would be bought.
  const isKnown = as_of !== null && resolution !== null && shown.kind !== 'looking'
  return useMemo(() => {
    if (!isKnown) return null
    return asSuch === null ? { as_of, lens, resolution } : { as_of, lens, resolution, currency: asSuch }
  }, [isKnown, as_of, lens, resolution, asSuch])
}

const InView = createContext<ViewCells | null>(null)

/** Collects the cells in view once for all components inside; two maps have one each. */
export function ViewCellsProvider({ children }: { children: ReactNode }) {
  return createElement(InView, { value: useCollectedCells() }, children)
}

/** Returns the cells in view with states and figures; null until the map is at rest and the period is known. */
export function useViewCells(): ViewCells | null {
  return useContext(InView)
}

function useCollectedCells(): ViewCells | null {
  const rested = usePage((page) => page.rested)
  const name = useEditionName(useResolutionAtRest())
  const version = useTileStoreVersion()
  const reading = useReading()
  return rested && name ? remembered(reading, name, rested.bounds, version) : null
}

interface Remembered {
  readonly key: string
  readonly bounds: Bounds
  readonly version: number
  readonly states: readonly TileState[]
  readonly ground: number
  readonly view: ViewCells
}

// The last views, by value: one for each of two maps.
let last: Remembered[] = []

/** Returns the same view while nothing in it has changed, although the store may have, so that nothing is rendered. */
function remembered({ source, key: read, ...reading }: Reading, name: EditionName, bounds: Bounds, version: number) {
  const key = `${editionKey(name)}/${read}`
  const known = last.find((each) => each.key === key && each.bounds === bounds)
  if (known?.version === version) return known.view
  const states = tilesInView(bounds, name.resolution).parents.map((parent) => source.stateOf(name, parent))
  const ground = source.groundVersion()
  const isSame =
    known?.ground === ground &&
    known.view.edition === source.edition(name) &&
    states.every((state, index) => isSameState(state, known.states[index] ?? UNKNOWN))
  const view = isSame ? known.view : collectViewCells(source, name, bounds, reading.read)
  last = [{ key, bounds, version, states, ground, view }, ...last.filter((each) => each.key !== key)].slice(0, 2)
  return view
}

const UNKNOWN: TileState = { kind: 'unknown' }

const asPublished = (figure: Figure): ReadFigure => figure

/** Returns the cells of an edition whose centre lies within the bounds. */
export function collectViewCells(
  store: FigureSource,
  name: EditionName,
  bounds: Bounds,
  read: Reading['read'] = asPublished,
): ViewCells {
  const counts = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>
  const cells: CellView[] = []
  const { parents, isCut } = tilesInView(bounds, name.resolution)
  const tiles = parents.map((parent) => ({ parent, state: store.stateOf(name, parent) }))
  // A tile that is left out may have nothing in view but sea and countries without a market.
  let isTooWide = isCut
  for (const { parent, state } of tiles) {
    const { cells: inTile, centers } = tileCenters(parent)
    inTile.forEach((cell, index) => {
      if (!isWithin(bounds, centers[2 * index] ?? 0, centers[2 * index + 1] ?? 0)) return
      const figure = figureIn(state, cell)
      const cellState = cellStateIn(state, figure, store.groundOf(parent, cell))
      counts[cellState]++
      isTooWide ||= cellState === 'not_bought' && isLeftForWidth(state)
      cells.push({ cell, state: cellState, figure: figure ? read(figure) : null })
    })
  }
  const states = tiles.map(({ state }) => state)
  const groundFaults = parents.flatMap((parent) => store.groundFault(name, parent) ?? [])
  return {
    name,
    edition: store.edition(name),
    cells,
    counts,
    parents: new Set(parents),
    isCut,
    isSettled: states.every(isSettled) && !parents.some((parent) => store.isGroundAsked(parent)),
    isAnswered: states.every(isAnswered),
    trouble: { ...troubleOf(states, groundFaults[0] ?? null), isTooWide },
  }
}

function isLeftForWidth(state: TileState): boolean {
  return state.kind === 'declined' && state.why === 'too_wide'
}

function troubleOf(states: readonly TileState[], groundFault: string | null): Omit<ViewTrouble, 'isTooWide'> {
  return {
    refusal:
      states.flatMap((state) => (state.kind === 'refused' && !isUncovered(state) ? state.refusal : []))[0] ?? null,
    isGivenUp: states.some(isGivenUp),
    fault: states.find((state) => state.kind === 'failed')?.error ?? null,
    groundFault,
    isLeftOut: states.some(isCalledEmpty),
    isUnasked: states.some((state) => state.kind === 'declined' && state.why === 'unasked'),
  }
}

/** True when the view has only sea and countries without a market, so that nothing in it can have a colour. */
export function isOutsideMarkets({ counts }: Pick<ViewCells, 'counts'>): boolean {
  return CELL_STATES.every((state) => state === 'sea' || state === 'not_covered' || counts[state] === 0)
}

/** True when a cell's centre lies within the bounds. */
export function isCenterWithin(bounds: Bounds, cell: Cell): boolean {
  const { lat, lng } = cellCenter(cell)
  return isWithin(bounds, lng, lat)
}

function isWithin({ west, south, east, north }: Bounds, lng: number, lat: number): boolean {
  if (lat < south || lat > north) return false
  const span = east >= west ? east - west : east - west + 360
  return (((lng - west) % 360) + 360) % 360 <= span
}
