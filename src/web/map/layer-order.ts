import type { Layer } from '@deck.gl/core'
import type { Cell } from '../../domain/cell.ts'
import { type Circle, circleRing } from '../../domain/distance.ts'
import type { Outline } from '../places/outline.ts'
import { cellRing } from '../view/tile-geometry.ts'
import { FIRST_LAYER_ABOVE } from './basemap-style.ts'
import type { CellPaint } from './layers/cell-paint.ts'
import type { DrawnCells } from './layers/drawn-cells.ts'
import { figureCells } from './layers/figure-cells.ts'
import { outlines } from './layers/outlines.ts'
import { tileMarks } from './layers/tile-marks.ts'
import { tooFewDots } from './layers/too-few-dots.ts'
import { uncoveredCells } from './layers/uncovered-cells.ts'
import type { MapTheme } from './map-theme.ts'

/** Everything that the map draws over the basemap. */
export interface MapScene {
  readonly drawn: DrawnCells
  readonly paint: CellPaint
  /** Width of an average cell on the screen, in pixels. */
  readonly cellPx: number
  readonly placeOutline: Outline | null
  readonly circle: Circle | null
  readonly selectedCell: Cell | null
  readonly hoveredCell: Cell | null
}

/** Narrower cells get no dots, which would merge into grey. */
const DOTTED_FROM_PX = 8
const NO_DOTS = new Float64Array()

/** Returns the layers from bottom to top; all lie over land and coast and under borders and labels. */
export function mapLayers(scene: MapScene, theme: MapTheme): Layer[] {
  const placed = { beforeId: FIRST_LAYER_ABOVE }
  const dots = { color: theme.tooFew, radiusPx: Math.min(1.4, Math.max(0.5, scene.cellPx / 22)) }
  return [
    tooFewDots(scene.cellPx < DOTTED_FROM_PX ? NO_DOTS : scene.drawn.tooFew, dots, placed),
    figureCells(scene.drawn.geometry, scene.paint, placed),
    uncoveredCells(scene.drawn.uncovered, theme.uncovered, placed),
    ...tileMarks(scene.drawn.marks, theme.mark, placed),
    ...outlines('place-outline', scene.placeOutline?.flat() ?? [], theme.place, placed),
    ...outlines('circle', scene.circle ? [circleRing(scene.circle)] : [], theme.circle, placed),
    ...outlines('selected-cell', ringsOf(scene.selectedCell), theme.selected, placed),
    ...outlines('hovered-cell', ringsOf(scene.hoveredCell), theme.hovered, placed),
  ]
}

function ringsOf(cell: Cell | null) {
  return cell === null ? [] : [cellRing(cell)]
}
