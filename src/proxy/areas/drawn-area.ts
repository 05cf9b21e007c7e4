import { AREA_CELLS_MAX, type AreaSelector } from '../../contract/area.ts'
import {
  type Cell,
  cellAtResolution,
  cellResolution,
  parseCell,
  RESOLUTIONS,
  type Resolution,
} from '../../domain/cell.ts'
import { parseCorners } from '../../domain/corners-text.ts'
import { type Circle, circleCandidateCount, type LatLng, radiusOfCandidates } from '../../domain/distance.ts'
import { polygonCandidateCount } from '../../domain/polygon.ts'
import type { AreaCells, AreaShape } from '../planning/calls/area-scope.ts'

/** Computes the cells of areas outside the event loop, because large areas take a tenth of a second. */
export interface AreaComputing {
  cellsOfCircle(circle: Circle, resolution: Resolution, signal: AbortSignal): Promise<AreaCells>
  cellsOfPolygon(corners: readonly LatLng[], resolution: Resolution, signal: AbortSignal): Promise<AreaCells>
  orderedCells(cells: Iterable<Cell>): Promise<AreaCells>
}

/** An area whose cells follow from its outline, without a look-up. */
interface DrawnArea {
  /** The most cells that it can have. */
  readonly most: number
  readonly shape: AreaShape
  list(signal: AbortSignal): Promise<AreaCells>
  /** The refusal's message, which names a size that is small enough. */
  tooLarge(): string
}

type DrawnSelector = Exclude<AreaSelector, { geo_id: string }>

/** Returns a circle, a polygon or a cell at a resolution. */
export function drawnArea(computing: AreaComputing, selector: DrawnSelector, resolution: Resolution): DrawnArea {
  if ('polygon' in selector) {
    const corners = parseCorners(selector.polygon) ?? []
    const count = (at: Resolution) => polygonCandidateCount(corners, at)
    return {
      most: count(resolution),
      shape: null,
      list: (signal) => computing.cellsOfPolygon(corners, resolution, signal),
      tooLarge: () => tooLarge('this polygon', count, resolution),
    }
  }
  if ('h3' in selector) {
    const cell = parseCell(selector.h3)
    const count = (at: Resolution) => (cell === null ? 0 : countOf(cell, at))
    return {
      most: count(resolution),
      shape: null,
      list: () => computing.orderedCells(cell === null ? [] : cellAtResolution(cell, resolution)),
      tooLarge: () => tooLarge('this cell', count, resolution),
    }
  }
  return {
    most: circleCandidateCount(selector, resolution),
    shape: { kind: 'circle', ...selector },
    list: (signal) => computing.cellsOfCircle(selector, resolution, signal),
    tooLarge: () => largeCircle(selector, resolution),
  }
}

/** Every cell has at most seven children. */
function countOf(cell: Cell, resolution: Resolution): number {
  return 7 ** Math.max(0, resolution - cellResolution(cell))
}

const MOST = AREA_CELLS_MAX.toLocaleString('en')

function largeCircle(circle: Circle, resolution: Resolution): string {
  const radius = Math.floor(radiusOfCandidates(circle, resolution, AREA_CELLS_MAX))
  const count = (at: Resolution) => circleCandidateCount(circle, at)
  return tooLarge(`a circle of ${circle.radius_km} km`, count, resolution, `a radius of at most ${radius} km`)
}

function tooLarge(what: string, count: (at: Resolution) => number, resolution: Resolution, instead?: string): string {
  const coarser = RESOLUTIONS.findLast((other) => other < resolution && count(other) <= AREA_CELLS_MAX)
  const choices = [instead, coarser === undefined ? undefined : `resolution ${coarser}`].filter((each) => each)
  return (
    `expected an area of at most ${MOST} cells, ${what} has about ${count(resolution).toLocaleString('en')} at ` +
    `resolution ${resolution}: choose ${choices.length === 0 ? 'a smaller area' : choices.join(' or ')}`
  )
}
