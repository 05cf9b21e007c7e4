import { cellToChildren } from 'h3-js'
import { type Cell, cellParent, isResolution, type Resolution, trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { CellState, Figure, FigureColumns } from '../../../domain/figure.ts'
import type { Ground } from '../../../domain/ground.ts'
import { TILE_DEPTH } from '../../../domain/tile.ts'
import type { FigureSource } from '../../metric/figure-source.ts'
import { cellStateIn, onGround } from '../../tiles/cell-state.ts'
import {
  figureIn,
  figuresByCell,
  heldOf,
  isAnswered,
  isSameState,
  isSettled,
  type TileState,
} from '../../tiles/tile-state.ts'
import { type CellShapes, cellsGeometry, tileGeometry } from '../../view/tile-geometry.ts'
import { type CellGeometry, type GeometryPart, joinCells } from './cell-geometry.ts'

/** A cell drawn in a colour. */
export interface DrawnCell {
  readonly figure: Figure
  /** The edition of the figure; not the wanted one while that is loading. */
  readonly name: EditionName
}

/** Cells that are drawn alike, with one polygon for each, in their order. */
export interface CellSet {
  readonly geometry: CellGeometry
  readonly cells: readonly DrawnCell[]
}

/** A tile without known cells, drawn as a whole. */
export interface TileMark {
  readonly parent: Cell
  readonly state: CellState
}

/** Cells with figures; estimates are hatched. */
export interface DrawnFigures {
  readonly observed: CellSet
  readonly estimated: CellSet
}

/** Everything about figures that the map draws. */
export interface DrawnCells extends DrawnFigures {
  /** Cells in the sea, and small ones at its edge: the map's sea could cover them whole. */
  readonly offshore: DrawnFigures
  /** Centres of the bought cells for which the service had no row, on land; longitude and latitude, interleaved. */
  readonly tooFew: Float64Array
  /** Cells of ground that is not covered. */
  readonly uncovered: CellGeometry
  readonly marks: readonly TileMark[]
}

interface CollectedSet {
  readonly parts: GeometryPart[]
  readonly cells: DrawnCell[]
}

interface CollectedFigures {
  readonly observed: CollectedSet
  readonly estimated: CollectedSet
}

interface Collecting extends CollectedFigures {
  readonly store: FigureSource
  readonly offshore: CollectedFigures
  readonly tooFew: number[]
  readonly uncovered: GeometryPart[]
  readonly marks: TileMark[]
}

/**
 * Collects what the tiles with these parents show. While a tile is loading, figures held at another resolution stand in
 * for it, the next coarser ones first.
 */
export function collectDrawnCells(store: FigureSource, name: EditionName, parents: readonly Cell[]): DrawnCells {
  const into: Collecting = {
    store,
    ...noFigures(),
    offshore: noFigures(),
    tooFew: [],
    uncovered: [],
    marks: [],
  }
  for (const parent of parents) {
    const state = store.stateOf(name, parent)
    const held = heldOf(state)
    if (held !== null) addTile(into, name, held)
    else if (!isAnswered(state)) addStandIn(into, name, parent)
    if (state.kind !== 'held' && isSettled(state)) addUnheldCells(into, parent, state)
  }
  return {
    ...joinedFigures(into),
    offshore: joinedFigures(into.offshore),
    tooFew: Float64Array.from(into.tooFew),
    uncovered: joinCells(into.uncovered),
    marks: into.marks,
  }
}

/** Returns a function that collects, and returns the same as the last time while nothing has changed in these tiles. */
export function drawnCellsCollector(): typeof collectDrawnCells {
  let last: {
    args: Parameters<typeof collectDrawnCells>
    states: TileState[]
    ground: number
    drawn: DrawnCells
  } | null = null
  return (...args) => {
    const [store, name, parents] = args
    const states = parents.map((parent) => store.stateOf(name, parent))
    const ground = store.groundVersion()
    const isSame =
      last?.ground === ground &&
      args.every((arg, i) => arg === last?.args[i]) &&
      // The figures that stand in for a loading tile depend on other tiles.
      states.every((state, i) => isSettled(state) && isSameState(state, last?.states[i] ?? state))
    if (!isSame || last === null) last = { args, states, ground, drawn: collectDrawnCells(store, name, parents) }
    return last.drawn
  }
}

function noFigures(): CollectedFigures {
  return { observed: { parts: [], cells: [] }, estimated: { parts: [], cells: [] } }
}

function joinedFigures({ observed, estimated }: CollectedFigures): DrawnFigures {
  return { observed: joined(observed), estimated: joined(estimated) }
}

function joined({ parts, cells }: CollectedSet): CellSet {
  return { geometry: joinCells(parts), cells }
}

/** What a shape collection draws. */
interface CellParts {
  readonly observed: CollectedPart
  readonly estimated: CollectedPart
}

interface CollectedPart {
  readonly part: GeometryPart
  readonly cells: readonly DrawnCell[]
}

/** Returns those cells of one shape collection that have figures, estimates apart. */
function figureParts(geometry: CellShapes, name: EditionName, figures: Iterable<Figure | null | undefined>): CellParts {
  const observed = { indexes: [] as number[], cells: [] as DrawnCell[] }
  const estimated = { indexes: [] as number[], cells: [] as DrawnCell[] }
  let index = -1
  for (const figure of figures) {
    index++
    if (!figure) continue
    const into = figure.estimated ? estimated : observed
    into.indexes.push(index)
    into.cells.push({ figure, name })
  }
  const partOf = ({ indexes, cells }: typeof observed) => ({ part: { geometry, indexes }, cells })
  return { observed: partOf(observed), estimated: partOf(estimated) }
}

function addFigures(into: CollectedFigures, { observed, estimated }: CellParts): void {
  for (const [set, { part, cells }] of [[into.observed, observed] as const, [into.estimated, estimated] as const]) {
    set.parts.push(part)
    for (const cell of cells) set.cells.push(cell)
  }
}

/** What a held tile draws, with everything besides the tile that this depends on. */
interface TileParts extends CellParts {
  readonly name: EditionName
  readonly ground: number
  readonly offshore: CellParts
  readonly tooFew: readonly number[]
  readonly uncovered: GeometryPart
}

// While the map moves, most of its tiles stay in view.
const known = new WeakMap<FigureColumns, TileParts>()

function addTile(into: Collecting, name: EditionName, tile: FigureColumns): void {
  const ground = into.store.groundVersion()
  const before = known.get(tile)
  const parts =
    before?.name === name && before.ground === ground ? before : { ...tileParts(into.store, name, tile), name, ground }
  known.set(tile, parts)
  addFigures(into, parts)
  addFigures(into.offshore, parts.offshore)
  for (const number of parts.tooFew) into.tooFew.push(number)
  into.uncovered.push(parts.uncovered)
}

/**
 * From this resolution on, a cell at the shore may be smaller than the distance between the map's coast and the one in the
 * table of land.
 */
const SMALL_RESOLUTION = 8

function isOffshore(ground: Ground, resolution: Resolution): boolean {
  return ground === 'sea' || (ground === 'shore' && resolution >= SMALL_RESOLUTION)
}

function tileParts(store: FigureSource, name: EditionName, tile: FigureColumns) {
  const geometry = tileGeometry(tile.parent)
  const byCell = figuresByCell(tile)
  const figures = geometry.cells.map((cell) => byCell.get(cell))
  const uncovered: number[] = []
  const tooFew: number[] = []
  const isGroundPending = store.isGroundAsked(tile.parent) || store.groundFault(name, tile.parent) !== null
  for (const [index, cell] of geometry.cells.entries()) {
    // Undefined in a part of a tile, for cells outside it.
    if (figures[index] !== null) continue
    const ground = store.groundOf(tile.parent, cell)
    const state = onGround('too_few', ground)
    if (state === 'too_few') {
      // On a shore, or while the shore is not known, the dot might stand in the water.
      if (ground === 'shore' || isGroundPending) continue
      tooFew.push(geometry.centers[2 * index] ?? 0, geometry.centers[2 * index + 1] ?? 0)
    } else if (state === 'not_covered') {
      uncovered.push(index)
    }
  }
  const areOffshore = geometry.cells.map((cell) => isOffshore(store.groundOf(tile.parent, cell), name.resolution))
  const figuresThat = (lieOffshore: boolean) =>
    figureParts(
      geometry,
      name,
      figures.map((figure, index) => (areOffshore[index] === lieOffshore ? figure : null)),
    )
  return {
    ...figuresThat(false),
    offshore: figuresThat(true),
    tooFew,
    uncovered: { geometry, indexes: uncovered },
  }
}

/** The states for which a tile is marked as a whole, unless it lies in the sea. */
const MARKED: ReadonlySet<CellState> = new Set(['not_bought', 'finer_than_plan', 'failed'])

/** Adds the mark of a tile that is not held as a whole, and the uncovered ones of the cells that are not held. */
function addUnheldCells(into: Collecting, parent: Cell, state: TileState): void {
  const geometry = tileGeometry(parent)
  const states = geometry.cells.map((cell) =>
    figureIn(state, cell) === undefined ? cellStateIn(state, undefined, into.store.groundOf(parent, cell)) : null,
  )
  into.uncovered.push({ geometry, indexes: states.flatMap((own, index) => (own === 'not_covered' ? index : [])) })
  const marked = states.find((own) => own !== null && MARKED.has(own)) ?? null
  if (marked !== null) into.marks.push({ parent, state: marked })
}

function addStandIn(into: Collecting, name: EditionName, parent: Cell): void {
  for (const step of [-1, -2, -3]) {
    const resolution = name.resolution + step
    if (isResolution(resolution) && addCoarser(into, { ...name, resolution }, parent)) return
  }
  const finer = name.resolution + 1
  if (isResolution(finer)) addFiner(into, { ...name, resolution: finer }, parent)
}

/** Adds the coarser cells below the parent and returns true when their tile is held. */
function addCoarser(into: Collecting, name: EditionName, parent: Cell): boolean {
  const state = into.store.stateOf(name, cellParent(parent, name.resolution - TILE_DEPTH))
  if (state.kind !== 'held') return false
  const figures = childrenAt(parent, name.resolution).flatMap((cell) => into.store.cellOf(name, cell).figure ?? [])
  addFigures(into, figureParts(cellsGeometry(figures.map(({ cell }) => cell)), name, figures))
  return true
}

/** Adds the held finer tiles below the parent. */
function addFiner(into: Collecting, name: EditionName, parent: Cell): void {
  for (const child of cellToChildren(parent, name.resolution - TILE_DEPTH).map(trustCell)) {
    const state = into.store.stateOf(name, child)
    if (state.kind !== 'held') continue
    addFigures(into, figureParts(tileGeometry(child), name, figuresByCell(state.tile).values()))
  }
}

function childrenAt(parent: Cell, resolution: Resolution): Cell[] {
  return cellToChildren(parent, resolution).map(trustCell)
}
