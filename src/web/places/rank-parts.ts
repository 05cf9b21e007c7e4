import { type Cell, cellParent, cellResolution, isResolution, type Resolution } from '../../domain/cell.ts'
import type { Metric } from '../../domain/figure.ts'
import { type AreaFigures, areaFigures } from '../areas/spread/area-figures.ts'
import { distributionOf } from '../areas/spread/distribution.ts'
import type { Place } from '../free/geo.ts'
import type { CellView } from '../view/view-cells.ts'

/** A place among others of its kind. */
export interface RankedPlace {
  readonly place: Place
  /** The middle of its cells' figures; null without one. */
  readonly middle: number | null
  readonly figures: AreaFigures
  /** 1 for the highest middle; equal ones share a rank; null without a middle. */
  readonly rank: number | null
}

/** A place with the cells that are known of it. */
export interface KnownPlace {
  readonly place: Place
  readonly cells: readonly CellView[]
}

/** Ranks places by the middle of their cells' figures, the highest first; those without figures follow in their order. */
export function rankPlaces(places: readonly KnownPlace[], metric: Metric): RankedPlace[] {
  const judged = places.map(({ place, cells }) => {
    const figures = areaFigures(cells, metric)
    return { place, figures, middle: distributionOf([...figures.observed, ...figures.estimated])?.middle ?? null }
  })
  const sorted = judged.toSorted(
    (a, b) => (b.middle ?? Number.NEGATIVE_INFINITY) - (a.middle ?? Number.NEGATIVE_INFINITY) || 0,
  )
  return sorted.map((each) => ({
    ...each,
    rank: each.middle === null ? null : 1 + sorted.findIndex(({ middle }) => middle === each.middle),
  }))
}

/**
 * Returns a function that picks those of an area's cells that lie in one of its parts, at whatever resolution the part
 * is listed.
 */
export function cellsOfParts(cells: readonly CellView[]): (own: readonly Cell[]) => CellView[] {
  const resolution = cells[0] && cellResolution(cells[0].cell)
  if (resolution === undefined || !isResolution(resolution)) return () => []
  const byCell = new Map(cells.map((cell) => [cell.cell, cell]))
  const groups = new Map<number, Map<Cell, CellView[]>>()
  const groupsAt = (coarser: Resolution) => {
    const known = groups.get(coarser) ?? groupBy(cells, coarser)
    groups.set(coarser, known)
    return known
  }
  return (own) => {
    const picked = new Set<CellView>()
    for (const cell of own) {
      const listed = cellResolution(cell)
      if (isResolution(listed) && listed < resolution) {
        for (const view of groupsAt(listed).get(cell) ?? []) picked.add(view)
      } else {
        const view = byCell.get(listed > resolution ? cellParent(cell, resolution) : cell)
        if (view) picked.add(view)
      }
    }
    return [...picked]
  }
}

function groupBy(cells: readonly CellView[], resolution: Resolution): Map<Cell, CellView[]> {
  const groups = new Map<Cell, CellView[]>()
  for (const view of cells) {
    const parent = cellParent(view.cell, resolution)
    const group = groups.get(parent)
    if (group) group.push(view)
    else groups.set(parent, [view])
  }
  return groups
}
