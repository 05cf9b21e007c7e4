import { LRUCache } from 'lru-cache'
import type { Cell } from '../../../domain/cell.ts'
import { cellCenter, EARTH_RADIUS_KM, type LatLng } from '../../../domain/distance.ts'
import { countTileCells, tileCells } from '../../../domain/tile.ts'
import type { Slice } from '../../tiles/slice.ts'

/** A point on the unit sphere. Dot products of such points are cheap, which distances in degrees are not. */
export type Point = readonly [x: number, y: number, z: number]

const RADIANS = Math.PI / 180

export function pointOf({ lat, lng }: LatLng): Point {
  const across = Math.cos(lat * RADIANS)
  return [across * Math.cos(lng * RADIANS), across * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)]
}

export function latLngOf([x, y, z]: Point): LatLng {
  return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lng: Math.atan2(y, x) / RADIANS }
}

export function unit([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

export function crossOf(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** About so many of the points, evenly spread. */
export function samplePoints(xyz: Float64Array, most: number): Float64Array {
  const size = xyz.length / 3
  const stride = Math.max(1, Math.round(size / most))
  if (stride === 1) return xyz
  const sample = new Float64Array(3 * Math.ceil(size / stride))
  for (let i = 0, at = 0; i < size; i += stride, at += 3) {
    for (let axis = 0; axis < 3; axis++) sample[at + axis] = xyz[3 * i + axis] ?? 0
  }
  return sample
}

/** The dot product below which points are farther apart than this. */
export function cosineOfKm(km: number): number {
  return Math.cos(km / EARTH_RADIUS_KM)
}

// 8 KB each.
const cache = new LRUCache<Cell, Float64Array>({ max: 500 })

/** The centres of a tile's cells, in `tileCells` order: x, y and z of each in turn. */
export function tilePoints(parent: Cell): Float64Array {
  const known = cache.get(parent)
  if (known !== undefined) return known
  const points = pointsOf(tileCells(parent))
  cache.set(parent, points)
  return points
}

/** A large area can have slivers of thousands of tiles, whose other cells would take longer than they do. */
const SLIVER = 0.25
const slivers = new WeakMap<Slice, Float64Array>()

/** The centres of a slice's cells: x, y and z of each in turn. */
export function slicePoints(slice: Slice): Float64Array {
  const { parent, first, cells } = slice
  const isSliver = !cache.has(parent) && cells.length < SLIVER * countTileCells(parent)
  if (!isSliver) return tilePoints(parent).subarray(3 * first, 3 * (first + cells.length))
  const points = slivers.get(slice) ?? pointsOf(cells)
  slivers.set(slice, points)
  return points
}

function pointsOf(cells: readonly Cell[]): Float64Array {
  const points = new Float64Array(3 * cells.length)
  for (const [index, cell] of cells.entries()) points.set(pointOf(cellCenter(cell)), 3 * index)
  return points
}
