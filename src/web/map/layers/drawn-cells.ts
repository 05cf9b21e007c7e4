import { cellToChildren } from 'h3-js'
import { type Cell, cellParent, isResolution, type Resolution, trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { CellState, Figure, FigureColumns } from '../../../domain/figure.ts'
import { TILE_DEPTH } from '../../../domain/tile.ts'
import type { FigureSource } from '../../metric/figure-source.ts'
import { cellStateIn, figuresByCell, isSettled, type TileState } from '../../queries/tile-state.ts'
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

/** Everything about figures that the map draws. */
export interface DrawnCells {
  readonly observed: CellSet
  readonly estimated: CellSet
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

interface Collecting {
  readonly store: FigureSource
  readonly observed: CollectedSet
  readonly estimated: CollectedSet
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
    observed: { parts: [], cells: [] },
    estimated: { parts: [], cells: [] },
    tooFew: [],
    uncovered: [],
    marks: [],
  }
  for (const parent of parents) {
    const state = store.stateOf(name, parent)
    if (state.kind === 'held') addTile(into, name, state.tile)
    else if (!isSettled(state)) addStandIn(into, name, parent)
    else addEmptyTile(into, parent, state)
  }
  return {
    observed: joined(into.observed),
    estimated: joined(into.estimated),
    tooFew: Float64Array.from(into.tooFew),
    uncovered: joinCells(into.uncovered),
    marks: into.marks,
  }
}

function joined({ parts, cells }: CollectedSet): CellSet {
  return { geometry: joinCells(parts), cells }
}

/** Adds those cells of one shape collection that have figures, estimates apart. */
function addFigures(
  into: Collecting,
  geometry: CellShapes,
  name: EditionName,
  figures: Iterable<Figure | null | undefined>,
): void {
  const observed: number[] = []
  const estimated: number[] = []
  let index = -1
  for (const figure of figures) {
    index++
    if (!figure) continue
    ;(figure.estimated ? estimated : observed).push(index)
    ;(figure.estimated ? into.estimated : into.observed).cells.push({ figure, name })
  }
  into.observed.parts.push({ geometry, indexes: observed })
  into.estimated.parts.push({ geometry, indexes: estimated })
}

function addTile(into: Collecting, name: EditionName, tile: FigureColumns): void {
  const geometry = tileGeometry(tile.parent)
  const figures = figuresByCell(tile)
  const uncovered: number[] = []
  const isGroundPending = into.store.isGroundAsked(tile.parent) || into.store.groundFault(name, tile.parent) !== null
  addFigures(into, geometry, name, figures.values())
  for (const [index, [cell, figure]] of [...figures].entries()) {
    if (figure) continue
    const ground = into.store.groundOf(tile.parent, cell)
    const state = cellStateIn({ kind: 'held', tile }, null, ground)
    if (state === 'too_few') {
      // On a shore, or while the shore is not known, the dot might stand in the water.
      if (ground === 'shore' || isGroundPending) continue
      into.tooFew.push(geometry.centers[2 * index] ?? 0, geometry.centers[2 * index + 1] ?? 0)
    } else if (state === 'not_covered') {
      uncovered.push(index)
    }
  }
  into.uncovered.push({ geometry, indexes: uncovered })
}

/** The states for which a tile is marked as a whole, unless it lies in the sea. */
const MARKED: ReadonlySet<CellState> = new Set(['not_bought', 'finer_than_plan', 'failed'])

/** Adds the mark of a tile that is not held, or its uncovered cells. */
function addEmptyTile(into: Collecting, parent: Cell, state: TileState): void {
  const geometry = tileGeometry(parent)
  const states = geometry.cells.map((cell) => cellStateIn(state, null, into.store.groundOf(parent, cell)))
  into.uncovered.push({ geometry, indexes: states.flatMap((own, index) => (own === 'not_covered' ? index : [])) })
  const marked = states.find((own) => MARKED.has(own))
  if (marked !== undefined) into.marks.push({ parent, state: marked })
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
  addFigures(into, cellsGeometry(figures.map(({ cell }) => cell)), name, figures)
  return true
}

/** Adds the held finer tiles below the parent. */
function addFiner(into: Collecting, name: EditionName, parent: Cell): void {
  for (const child of cellToChildren(parent, name.resolution - TILE_DEPTH).map(trustCell)) {
    const state = into.store.stateOf(name, child)
    if (state.kind !== 'held') continue
    addFigures(into, tileGeometry(child), name, figuresByCell(state.tile).values())
  }
}

function childrenAt(parent: Cell, resolution: Resolution): Cell[] {
  return cellToChildren(parent, resolution).map(trustCell)
}
