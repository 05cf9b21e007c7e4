import { cellArea, getHexagonEdgeLengthAvg, UNITS } from 'h3-js'
import type { AreaSelector } from '../../../contract/area.ts'
import { type Cell, cellAtResolution, cellResolution, type Resolution } from '../../../domain/cell.ts'
import { formatCorners } from '../../../domain/corners-text.ts'
import { type Circle, cellCenter, circleCandidateCount, circleCells, circleKm2 } from '../../../domain/distance.ts'
import { circleAround, polygonCandidateCount, polygonCells, polygonKm2 } from '../../../domain/polygon.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'
import type { DrawnShape } from '../../state/address/opening.ts'

/** Returns the form in which an area is requested from the proxy. */
export function selectorOf(shape: AreaShape): AreaSelector {
  switch (shape.kind) {
    case 'circle':
      return shape.circle
    case 'polygon':
      return { polygon: formatCorners(shape.corners) }
    case 'cell':
      return { h3: shape.cell }
    case 'place':
      return { geo_id: shape.geo_id }
  }
}

/** Whether the edge of an area cuts through cells; places and cells are made of whole ones. */
export function cutsCells({ kind }: AreaShape): boolean {
  return kind === 'circle' || kind === 'polygon'
}

/** Returns the cells of a drawn area at a resolution. */
export function cellsOfShape(shape: DrawnShape, resolution: Resolution): Cell[] {
  switch (shape.kind) {
    case 'circle':
      return circleCells(shape.circle, resolution)
    case 'polygon':
      return polygonCells(shape.corners, resolution)
    case 'cell':
      return cellAtResolution(shape.cell, resolution)
  }
}

/** Returns about how many cells a drawn area has, without listing them. */
export function countOfShape(shape: DrawnShape, resolution: Resolution): number {
  switch (shape.kind) {
    case 'circle':
      return circleCandidateCount(shape.circle, resolution)
    case 'polygon':
      return polygonCandidateCount(shape.corners, resolution)
    case 'cell':
      return 7 ** Math.max(0, resolution - cellResolution(shape.cell))
  }
}

/** Returns a circle around a drawn area; the circle itself is its own. */
export function circleOfShape(shape: DrawnShape): Circle {
  switch (shape.kind) {
    case 'circle':
      return shape.circle
    case 'polygon':
      return circleAround(shape.corners)
    case 'cell':
      return {
        ...cellCenter(shape.cell),
        radius_km: getHexagonEdgeLengthAvg(cellResolution(shape.cell), UNITS.km),
      }
  }
}

/** Returns the size of a drawn area in km². */
export function km2OfShape(shape: DrawnShape): number {
  switch (shape.kind) {
    case 'circle':
      return circleKm2(shape.circle.radius_km)
    case 'polygon':
      return polygonKm2(shape.corners)
    case 'cell':
      return cellArea(shape.cell, UNITS.km2)
  }
}

/** Returns the size of cells together in km². */
export function km2OfCells(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cellArea(cell, UNITS.km2), 0)
}
