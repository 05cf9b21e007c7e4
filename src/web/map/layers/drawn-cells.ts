import { cellToChildren } from 'h3-js'
import { type Cell, cellParent, isResolution, type Resolution, trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { CellState, Figure, FigureColumns } from '../../../domain/figure.ts'
import { TILE_DEPTH } from '../../../domain/tile.ts'
import type { FigureSource } from '../../metric/figure-source.ts'
import { cellStateIn, figuresByCell, isSettled, type TileState } from '../../queries/tile-state.ts'
import { cellsGeometry, tileGeometry } from '../../view/tile-geometry.ts'
import { type CellGeometry, type GeometryPart, joinCells } from './cell-geometry.ts'

/** A cell drawn in a colour. */
export interface DrawnCell {
  readonly figure: Figure
  /** The edition of the figure; not the wanted one while that is loading. */
  readonly name: EditionName
}

/** A tile without known cells, drawn as a whole. */
export interface TileMark {
  readonly parent: Cell
  readonly state: CellState
}

/** Everything about figures that the map draws. */
export interface DrawnCells {
  /** One polygon for each of `cells`, in their order. */
  readonly geometry: CellGeometry
  readonly cells: readonly DrawnCell[]
  /** Centres of the bought cells for which the service had no row, on land; longitude and latitude, interleaved. */
  readonly tooFew: Float64Array
  /** Cells of ground that is not covered. */
  readonly uncovered: CellGeometry
  readonly marks: readonly TileMark[]
}

interface Collecting {
  readonly store: FigureSource
  readonly parts: GeometryPart[]
  readonly cells: DrawnCell[]
  readonly tooFew: number[]
  readonly uncovered: GeometryPart[]
  readonly marks: TileMark[]
}

/**
 * Collects what the tiles with these parents show. While a tile is loading, figures held at another resolution stand in
 * for it, the next coarser ones first.
 */
export function collectDrawnCells(store: FigureSource, name: EditionName, parents: readonly Cell[]): DrawnCells {
  const into: Collecting = { store, parts: [], cells: [], tooFew: [], uncovered: [], marks: [] }
  for (const parent of parents) {
    const state = store.stateOf(name, parent)
    if (state.kind === 'held') addTile(into, name, state.tile)
    else if (!isSettled(state)) addStandIn(into, name, parent)
    else addEmptyTile(into, parent, state)
  }
  const { cells, marks } = into
  const uncovered = joinCells(into.uncovered)
  return { geometry: joinCells(into.parts), cells, tooFew: Float64Array.from(into.tooFew), uncovered, marks }
}

function addTile(into: Collecting, name: EditionName, tile: FigureColumns): void {
  const geometry = tileGeometry(tile.parent)
  const indexes: number[] = []
  const uncovered: number[] = []
  const isGroundPending = into.store.isGroundAsked(tile.parent) || into.store.groundFault(name, tile.parent) !== null
  for (const [index, [cell, figure]] of [...figuresByCell(tile)].entries()) {
    const ground = into.store.groundOf(tile.parent, cell)
    const state = figure ? null : cellStateIn({ kind: 'held', tile }, null, ground)
    if (figure) {
      indexes.push(index)
      into.cells.push({ figure, name })
    } else if (state === 'too_few') {
      // On a shore, or while the shore is not known, the dot might stand in the water.
      if (ground === 'shore' || isGroundPending) continue
      into.tooFew.push(geometry.centers[2 * index] ?? 0, geometry.centers[2 * index + 1] ?? 0)
    } else if (state === 'not_covered') {
      uncovered.push(index)
    }
  }
  into.parts.push({ geometry, indexes })
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
  into.parts.push({
    geometry: cellsGeometry(figures.map(({ cell }) => cell)),
    indexes: figures.map((_, index) => index),
  })
  for (const figure of figures) into.cells.push({ figure, name })
  return true
}

/** Adds the held finer tiles below the parent. */
function addFiner(into: Collecting, name: EditionName, parent: Cell): void {
  for (const child of cellToChildren(parent, name.resolution - TILE_DEPTH).map(trustCell)) {
    const state = into.store.stateOf(name, child)
    if (state.kind !== 'held') continue
    const geometry = tileGeometry(child)
    const indexes: number[] = []
    for (const [index, figure] of [...figuresByCell(state.tile).values()].entries()) {
      if (!figure) continue
      indexes.push(index)
      into.cells.push({ figure, name })
    }
    into.parts.push({ geometry, indexes })
  }
}

function childrenAt(parent: Cell, resolution: Resolution): Cell[] {
  return cellToChildren(parent, resolution).map(trustCell)
}
