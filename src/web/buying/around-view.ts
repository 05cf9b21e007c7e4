import { gridDisk } from 'h3-js'
import { PURCHASE_TILES_MAX } from '../../contract/proxy-api.ts'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import type { Bounds } from '../../domain/tile.ts'
import { tilesInView } from '../view/view-tiles.ts'

/** How far beyond the view's edges to look for tiles, in widths and heights of the view. */
const REACH = 2
/** How far ahead of the view's middle distances are measured while the map moves, in the same unit. */
const AHEAD = 0.5
/** A move of more screens than this is a jump and does not predict the next one. */
const JUMP = 2

/** An offset in widths (x) and heights (y) of a view. */
interface Screens {
  readonly x: number
  readonly y: number
}

/**
 * Returns the parents of at most `PURCHASE_TILES_MAX` tiles around a view, nearest first and ahead of the last
 * movement: those beside the tiles in view, and those near. Leaves out the tiles in view and those that are not wanted.
 */
export function tilesAround(
  view: { bounds: Bounds; before: Bounds | null },
  resolution: Resolution,
  isWanted: (parent: Cell) => boolean,
): Cell[] {
  const { parents, isCut } = tilesInView(view.bounds, resolution)
  // When the view itself is too wide to show, nothing around it is worth buying.
  if (isCut) return []
  const place = (parent: Cell) => offset(view.bounds, cellCenter(parent))
  const aim = ahead(view)
  return spread(parents, (parent) => isWithinReach(place(parent)))
    .filter(isWanted)
    .map((parent) => ({ parent, distance: length(minus(place(parent), aim)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, PURCHASE_TILES_MAX)
    .map(({ parent }) => parent)
}

/** Returns the cells beside some cells, and those around them as long as they are near. */
function spread(from: readonly Cell[], isNear: (cell: Cell) => boolean): Cell[] {
  const seen = new Set(from)
  const beside = (cells: readonly Cell[]) =>
    [...new Set(cells.flatMap((cell) => gridDisk(cell, 1).map(trustCell)))].filter((cell) => !seen.has(cell))
  const found: Cell[] = []
  // A tile can be wider than the view, so the next ones are wanted however many screens away their middles are.
  for (let edge = beside(from); edge.length > 0; edge = beside(edge).filter(isNear)) {
    for (const cell of edge) seen.add(cell)
    found.push(...edge)
  }
  return found
}

function ahead({ bounds, before }: { bounds: Bounds; before: Bounds | null }): Screens {
  if (before === null) return { x: 0, y: 0 }
  const back = offset(bounds, middleOf(before))
  const far = length(back)
  if (far === 0 || far > JUMP) return { x: 0, y: 0 }
  const scale = -Math.min(AHEAD, far) / far
  return { x: back.x * scale, y: back.y * scale }
}

function isWithinReach({ x, y }: Screens): boolean {
  return Math.abs(x) <= 0.5 + REACH && Math.abs(y) <= 0.5 + REACH
}

function offset(bounds: Bounds, { lat, lng }: { lat: number; lng: number }): Screens {
  const middle = middleOf(bounds)
  const east = ((((lng - middle.lng + 180) % 360) + 360) % 360) - 180
  return { x: east / spanOf(bounds), y: (lat - middle.lat) / (bounds.north - bounds.south) }
}

function middleOf(bounds: Bounds): { lat: number; lng: number } {
  return { lat: (bounds.south + bounds.north) / 2, lng: bounds.west + spanOf(bounds) / 2 }
}

function spanOf({ west, east }: Bounds): number {
  return east >= west ? east - west : east - west + 360
}

function minus(a: Screens, b: Screens): Screens {
  return { x: a.x - b.x, y: a.y - b.y }
}

function length({ x, y }: Screens): number {
  return Math.hypot(x, y)
}
