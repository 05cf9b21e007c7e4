import { EARTH_RADIUS_KM } from '../../../domain/distance.ts'
import { countCells, type Slice } from '../../tiles/slice.ts'
import { cosineOfKm, type Point, slicePoints, unit } from './tile-points.ts'

/** Cells to be covered, as points; those of one tile stand together where its slices do. */
export interface Ground {
  readonly slices: readonly Slice[]
  /** The index of each slice's first point. */
  readonly starts: readonly number[]
  /** x, y and z of each cell in turn. */
  readonly xyz: Float64Array
  readonly size: number
  readonly groups: readonly Group[]
}

/** The points of a tile: those from `start` to before `end`, all within an angle (radians) of the middle. */
interface Group {
  readonly start: number
  readonly end: number
  readonly middle: Point
  readonly angle: number
}

export function groundOf(slices: readonly Slice[]): Ground {
  const size = countCells(slices)
  const xyz = new Float64Array(3 * size)
  const starts: number[] = []
  const groups: Group[] = []
  let [at, begun] = [0, 0]
  for (const [index, slice] of slices.entries()) {
    starts.push(at)
    xyz.set(slicePoints(slice), 3 * at)
    at += slice.cells.length
    if (slices[index + 1]?.parent === slice.parent) continue
    groups.push(groupOf(xyz, begun, at))
    begun = at
  }
  return { slices, starts, xyz, size, groups }
}

/** The part of a ground that decides whether circles cover it. */
export type Points = Pick<Ground, 'xyz' | 'size' | 'groups'>

/** Returns about so many of the points, as many of each group as its share; all of them where there are no more. */
export function thinned(ground: Points, most: number): Points {
  if (ground.size <= most) return ground
  const stride = Math.ceil(ground.size / most)
  const size = ground.groups.reduce((sum, { start, end }) => sum + Math.ceil((end - start) / stride), 0)
  const xyz = new Float64Array(3 * size)
  let at = 0
  const groups = ground.groups.map((group) => {
    const start = at
    for (let index = group.start; index < group.end; index += stride, at++) {
      xyz.set(ground.xyz.subarray(3 * index, 3 * index + 3), 3 * at)
    }
    return { ...group, start, end: at }
  })
  return { xyz, size, groups }
}

function groupOf(xyz: Float64Array, start: number, end: number): Group {
  const middle = middleOf(xyz, start, end)
  let least = 1
  for (let i = start; i < end; i++) least = Math.min(least, dotAt(xyz, i, middle))
  return { start, end, middle, angle: Math.acos(Math.max(-1, least)) }
}

/** The mean of the points, brought back onto the sphere. */
export function middleOf(xyz: Float64Array, start: number, end: number): Point {
  const sum: [number, number, number] = [0, 0, 0]
  for (let i = 3 * start; i < 3 * end; i += 3) {
    sum[0] += xyz[i] ?? 0
    sum[1] += xyz[i + 1] ?? 0
    sum[2] += xyz[i + 2] ?? 0
  }
  return unit(sum)
}

/** The angle between two points, in radians. */
export function angleBetween(a: Point, b: Point): number {
  return Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])))
}

/** The point at an index. */
export function pointAt(xyz: Float64Array, index: number): Point {
  return [xyz[3 * index] ?? 0, xyz[3 * index + 1] ?? 0, xyz[3 * index + 2] ?? 0]
}

/** The dot product of the point at an index with another. */
export function dotAt(xyz: Float64Array, index: number, [x, y, z]: Point): number {
  const at = 3 * index
  return (xyz[at] ?? 0) * x + (xyz[at + 1] ?? 0) * y + (xyz[at + 2] ?? 0) * z
}

/** Calls `visit` with the index of every point within so many km of a centre. */
export function visitWithin(ground: Ground, center: Point, km: number, visit: (index: number) => void): void {
  const least = cosineOfKm(km)
  const reach = km / EARTH_RADIUS_KM
  const { groups, xyz } = ground
  const [x, y, z] = center
  for (const { start, end, middle, angle } of groups) {
    const away = angleBetween(middle, center)
    if (away - angle > reach) continue
    const isInside = away + angle < reach
    // Numbers only, because planning spends its time here.
    for (let i = start, at = 3 * start; i < end; i++, at += 3) {
      if (isInside || (xyz[at] as number) * x + (xyz[at + 1] as number) * y + (xyz[at + 2] as number) * z >= least)
        visit(i)
    }
  }
}
