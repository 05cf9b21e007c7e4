import type { Layer } from '@deck.gl/core'
import { H3HexagonLayer } from '@deck.gl/geo-layers'
import { classOf } from '../../src/domain/class-breaks.ts'
import { type CellGeometry, joinCells } from '../../src/web/map/layers/cell-geometry.ts'
import { type PaintStyle, paintCells } from '../../src/web/map/layers/cell-paint.ts'
import type { CellSet } from '../../src/web/map/layers/drawn-cells.ts'
import { estimatedCells, observedCells } from '../../src/web/map/layers/figure-cells.ts'
import { FILL_ALPHA } from '../../src/web/scale/palette.ts'
import { cellsGeometry } from '../../src/web/view/tile-geometry.ts'
import { BREAKS, COLORS, NAME, type Row } from './market.ts'

/** A way to draw rows. */
export interface Drawing {
  /** Does everything that the first frame needs, and returns the layers in the first classes. */
  readonly create: () => Layer[]
  /** Returns the layers in other classes; `classes` is 0 or 1. */
  readonly recolor: (classes: number) => Layer[]
}

const PLACED = { beforeId: '' }
/** Wide enough to be on, as in a usual view. */
const GAP_PX = 0.25

/** The page's own layers. */
export function ownDrawing(rows: readonly Row[]): Drawing {
  let sets: { observed: CellSet; estimated: CellSet } | null = null
  const layersIn = (classes: number) => {
    sets ??= { observed: setOf(rows, false), estimated: setOf(rows, true) }
    const paint = paintCells(sets, styleOf(classes))
    return [
      estimatedCells(sets.estimated.geometry, paint.estimated, GAP_PX, { ...PLACED, id: 'estimated-cells' }),
      observedCells(sets.observed.geometry, paint.observed, GAP_PX, { ...PLACED, id: 'observed-cells' }),
    ] as unknown as Layer[]
  }
  return {
    create: () => {
      sets = null
      return layersIn(0)
    },
    recolor: layersIn,
  }
}

function setOf(rows: readonly Row[], isEstimated: boolean): CellSet {
  const own = rows.filter(({ figure }) => figure.estimated === isEstimated)
  const shapes = cellsGeometry(own.map(({ cell }) => cell))
  const geometry: CellGeometry = joinCells([{ geometry: shapes, indexes: own.map((_, index) => index) }])
  return { geometry, cells: own.map(({ figure }) => ({ figure, name: NAME })) }
}

function styleOf(classes: number): PaintStyle {
  const scale = { breaks: BREAKS[classes] ?? [], colors: COLORS }
  return {
    read: ({ median_price_per_sqm }) => median_price_per_sqm,
    name: NAME,
    highlightedClass: null,
    isFaded: () => false,
    scaleOf: () => scale,
  }
}

/** deck.gl's layer for H3 cells; `highPrecision: true` draws each as a polygon, 'auto' as a column where that is fast. */
export function stockDrawing(rows: readonly Row[], highPrecision: boolean | 'auto'): Drawing {
  const layersIn = (classes: number) => [
    new H3HexagonLayer<Row>({
      id: 'stock',
      data: rows,
      highPrecision,
      extruded: false,
      stroked: false,
      pickable: false,
      getHexagon: ({ cell }) => cell,
      getFillColor: ({ figure }) => {
        const [red, green, blue] = COLORS[classOf(figure.median_price_per_sqm ?? 0, BREAKS[classes] ?? [])] ?? [0, 0, 0]
        return [red, green, blue, FILL_ALPHA]
      },
      updateTriggers: { getFillColor: classes },
    }),
  ]
  return { create: () => layersIn(0), recolor: layersIn }
}
