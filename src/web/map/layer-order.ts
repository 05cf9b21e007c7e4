import type { Layer } from '@deck.gl/core'
import type { Cell } from '../../domain/cell.ts'
import type { AreaOutline } from '../drawing/area-outlines.ts'
import type { Outline } from '../places/outline.ts'
import { cellRing } from '../view/tile-geometry.ts'
import { FIRST_ABOVE_FIGURES, FIRST_ABOVE_SEA, FIRST_ABOVE_WASH, FIRST_LABELS } from './basemap/basemap-style.ts'
import type { MapTheme } from './basemap/map-theme.ts'
import { areaFills } from './layers/area-fills.ts'
import type { CellPaint } from './layers/cell-paint.ts'
import type { CellSet, DrawnCells, DrawnFigures } from './layers/drawn-cells.ts'
import { estimatedCells, observedCells } from './layers/figure-cells.ts'
import { coloredLines, outlines, type Ring } from './layers/outlines.ts'
import { outsidePlace } from './layers/outside-place.ts'
import type { Placed, Rgba } from './layers/placed.ts'
import { tileMarks } from './layers/tile-marks.ts'
import { tooFewDots } from './layers/too-few-dots.ts'
import { uncoveredCells } from './layers/uncovered-cells.ts'

/** Everything that the map draws over the basemap, except the hovered cell. */
export interface MapScene {
  readonly drawn: DrawnCells
  readonly paint: CellPaint
  /** The colours of the cells offshore. */
  readonly offshorePaint: CellPaint
  /** Width of an average cell on the screen, in half pixels, so that it rarely changes in a pan. */
  readonly cellPx: number
  readonly placeOutline: Outline | null
  /** Everything outside this outline is drawn paler; null when nothing is. */
  readonly washedAround: Outline | null
  /** The outlines of the compared areas, in their order. */
  readonly areas: readonly AreaOutline[]
  readonly selectedCell: Cell | null
}

/** Narrower cells get no dots, which would merge into grey. */
const DOTTED_FROM_PX = 8
const NO_DOTS = new Float64Array()

const PLACED_LOWEST = { beforeId: FIRST_ABOVE_WASH }
const PLACED = { beforeId: FIRST_ABOVE_FIGURES }
const PLACED_OFFSHORE = { beforeId: FIRST_ABOVE_SEA }
const PLACED_HIGHER = { beforeId: FIRST_LABELS }

/**
 * Returns a function that builds the layers of a scene from bottom to top. Figures lie over land and under sea, coast and
 * borders, or over the sea where it would cover them whole; what has no figures lies under every sea; outlines lie over
 * these and under labels. What has not changed since the last scene is the same layer, which is not compared or uploaded
 * again. Each map needs its own function, because a layer belongs to one map.
 */
export function layerBuilder(): (scene: MapScene, theme: MapTheme) => Layer[] {
  const dots = keepLast((tooFew: DrawnCells['tooFew'], color: MapTheme['tooFew'], radiusPx: number) => [
    tooFewDots(tooFew, { color, radiusPx }, PLACED),
  ])
  const ashore = figureLayers(PLACED, '')
  const offshore = figureLayers(PLACED_OFFSHORE, '-offshore')
  const uncovered = keepLast((cells: DrawnCells['uncovered'], color: MapTheme['uncovered']) => [
    uncoveredCells(cells, color, PLACED_LOWEST),
  ])
  const marks = keepLast((found: DrawnCells['marks'], style: MapTheme['mark']) =>
    tileMarks(found, style, PLACED_LOWEST),
  )
  const outside = keepLast((outline: Outline | null, color: MapTheme['outside']) => [
    outsidePlace(outline, color, PLACED_HIGHER),
  ])
  const place = keepLast((outline: Outline | null, style: MapTheme['place']) =>
    outlines('place-outline', outline?.flat() ?? [], style, PLACED_HIGHER),
  )
  const compared = keepLast((areas: readonly AreaOutline[], style: MapTheme['area'], colors: readonly Rgba[]) =>
    areaLayers(areas, style, colors),
  )
  const selected = keepLast((cell: Cell | null, style: MapTheme['selected']) =>
    outlines('selected-cell', ringsOf(cell), style, PLACED_HIGHER),
  )
  return ({ drawn, paint, offshorePaint, cellPx, placeOutline, washedAround, areas, selectedCell }, theme) => [
    ...uncovered(drawn.uncovered, theme.uncovered),
    ...marks(drawn.marks, theme.mark),
    ...dots(cellPx < DOTTED_FROM_PX ? NO_DOTS : drawn.tooFew, theme.tooFew, dotRadiusPx(cellPx)),
    ...ashore(drawn, paint, gapPx(cellPx)),
    ...offshore(drawn.offshore, offshorePaint, gapPx(cellPx)),
    ...outside(washedAround, theme.outside),
    ...place(placeOutline, theme.place),
    ...compared(areas, theme.area, theme.areaColors),
    ...selected(selectedCell, theme.selected),
  ]
}

/** Returns a function that builds the layers of cells with figures, whose ids end in `suffix`. */
function figureLayers(placed: Placed, suffix: string) {
  const estimated = keepLast((set: CellSet, paint: CellPaint['estimated'], gapPx: number) => [
    estimatedCells(set.geometry, paint, gapPx, { ...placed, id: `estimated-cells${suffix}` }),
  ])
  const observed = keepLast((set: CellSet, fill: CellPaint['observed'], gapPx: number) => [
    observedCells(set.geometry, fill, gapPx, { ...placed, id: `observed-cells${suffix}` }),
  ])
  return (drawn: DrawnFigures, paint: CellPaint, gapPx: number): Layer[] => [
    ...estimated(drawn.estimated, paint.estimated, gapPx),
    ...observed(drawn.observed, paint.observed, gapPx),
  ]
}

/** Returns the layers over all others, which change with every cell under the pointer. */
export function hoverLayers(cell: Cell | null, theme: MapTheme): Layer[] {
  return outlines('hovered-cell', ringsOf(cell), theme.hovered, PLACED_HIGHER)
}

/** Alpha of an area's filling, 0 to 255; with more, the figures' colours would read as those of other classes. */
const FILL_ALPHA = 14

function areaLayers(areas: readonly AreaOutline[], style: MapTheme['area'], colors: readonly Rgba[]): Layer[] {
  const colorOf = ({ color }: AreaOutline): Rgba => colors[color] ?? [0, 0, 0, 255]
  const fills = areas.flatMap((area) => {
    const [red, green, blue] = colorOf(area)
    return area.outline.map((rings) => ({ rings, color: [red, green, blue, FILL_ALPHA] as Rgba }))
  })
  const lines = areas.flatMap((area) => area.outline.flat().map((path) => ({ path, color: colorOf(area) })))
  return [areaFills(fills, PLACED_HIGHER), ...coloredLines('areas', lines, style, PLACED_HIGHER)]
}

/** Returns the layers of what is being drawn, which change with the pointer; `path` may be open. */
export function draftLayers(draft: { path: Ring; color: Rgba } | null, theme: MapTheme): Layer[] {
  return coloredLines('draft', draft ? [draft] : [], theme.area, PLACED_HIGHER)
}

function dotRadiusPx(cellPx: number): number {
  return Math.min(1.4, Math.max(0.5, cellPx / 22))
}

/** Narrower cells touch each other, because a gap would take too much of their colour. */
const GAP_FROM_PX = 7

/** Returns how far a cell is drawn inside its edges: two neighbours leave a hairline. */
function gapPx(cellPx: number): number {
  return cellPx < GAP_FROM_PX ? 0 : Math.min(0.5, cellPx / 40)
}

/** Returns a function that builds only when one of its arguments is not the same as in the last call. */
function keepLast<Args extends readonly unknown[]>(build: (...args: Args) => Layer[]): (...args: Args) => Layer[] {
  let last: { args: Args; layers: Layer[] } | null = null
  return (...args) => {
    const known = last
    if (known && args.every((arg, i) => Object.is(arg, known.args[i]))) return known.layers
    last = { args, layers: build(...args) }
    return last.layers
  }
}

function ringsOf(cell: Cell | null) {
  return cell === null ? [] : [cellRing(cell)]
}
