import { gridDisk } from 'h3-js'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'

/** A direction on the map, north up. */
export type Direction = 'left' | 'right' | 'up' | 'down'

/** A walk from cell to neighbour. */
export interface Walk {
  readonly cell: Cell
  /** The row or column that the walk keeps to, since no neighbour lies exactly left or above; null before a step. */
  readonly line: { readonly axis: 'row' | 'column'; readonly at: number } | null
}

/** The cosine of the largest angle between an arrow and a neighbour that it may lead to: a little over 60 degrees. */
const TOWARDS = 0.45

/** Returns the walk after one step, or the same walk where no neighbour lies in that direction, as at a pole. */
export function walkStep(walk: Walk, direction: Direction): Walk {
  const axis = direction === 'left' || direction === 'right' ? 'row' : 'column'
  const sign = direction === 'right' || direction === 'up' ? 1 : -1
  const from = mercatorOf(walk.cell)
  const line: Walk['line'] = walk.line?.axis === axis ? walk.line : { axis, at: axis === 'row' ? from.y : from.x }
  const ways = gridDisk(walk.cell, 1)
    .filter((id) => id !== walk.cell)
    .map((id) => {
      const to = mercatorOf(trustCell(id))
      const [east, north] = [wrapped(to.x - from.x), to.y - from.y]
      const ahead = sign * (axis === 'row' ? east : north)
      const astray = axis === 'row' ? to.y - line.at : wrapped(to.x - line.at)
      return { cell: trustCell(id), towards: ahead / Math.hypot(east, north), astray: Math.abs(astray) }
    })
  const open = ways.filter(({ towards }) => towards > TOWARDS).sort((a, b) => a.astray - b.astray)
  // Where distortion leaves no neighbour in the sector, the one closest to the arrow is next.
  const [next] = open.length > 0 ? open : ways.filter(({ towards }) => towards > 0).sort(byDirection)
  return next ? { cell: next.cell, line } : walk
}

function byDirection(a: { towards: number }, b: { towards: number }): number {
  return b.towards - a.towards
}

const LATITUDE_MAX = 89.9

/** Web Mercator, in widths of the world; y grows northwards. */
function mercatorOf(cell: Cell): { x: number; y: number } {
  const { lat, lng } = cellCenter(cell)
  const radians = (Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * Math.PI) / 180
  return { x: lng / 360, y: Math.asinh(Math.tan(radians)) / (2 * Math.PI) }
}

/** A difference between longitudes, the short way round the world. */
function wrapped(x: number): number {
  return x - Math.round(x)
}
