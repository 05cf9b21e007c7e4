import { EARTH_RADIUS_KM } from '../../../domain/distance.ts'
import { enclosingCenter } from './circle-cover.ts'
import type { Ground } from './ground.ts'
import { latLngOf, type Point } from './tile-points.ts'

const DEGREES = 180 / Math.PI
/** The hexagons of a lattice whose circumcircles have radius 1: how far apart rows and columns are. */
const ROW = 1.5
const COLUMN = Math.sqrt(3)

/** A lattice of circles: how many times wider than gapless, and how far it is moved, as a part of a row and a column. */
export interface Lattice {
  readonly stretch: number
  readonly shift: number
}

/**
 * Centres for circles of one radius (km) on a hexagonal lattice over the ground, each moved to the middle of its points.
 * Takes a time that grows with the ground only, where a search grows with the ground times the circles.
 */
export function latticeCenters(ground: Ground, km: number, { stretch, shift }: Lattice): Point[] {
  const size = (stretch * km * DEGREES) / EARTH_RADIUS_KM
  const owned = new Map<string, number[]>()
  const from = ground.size === 0 ? 0 : pointOf(ground, 0).lng
  for (let index = 0; index < ground.size; index++) {
    const { lat, lng } = pointOf(ground, index)
    // Counted from the first point, so that nothing is cut at the antimeridian.
    const key = nearestHexagon(lat / size + shift * ROW, ((lng - from + 540) % 360) - 180, size, shift)
    const own = owned.get(key)
    if (own === undefined) owned.set(key, [index])
    else own.push(index)
  }
  return [...owned.values()].map((own) => enclosingCenter(ground.xyz, own))
}

function pointOf({ xyz }: Ground, index: number) {
  const [x = 0, y = 0, z = 0] = xyz.subarray(3 * index, 3 * index + 3)
  return latLngOf([x, y, z])
}

/** Returns the row and the column of the hexagon around a point; `y` in hexagon sizes, `lng` and `size` in degrees. */
function nearestHexagon(y: number, lng: number, size: number, shift: number): string {
  let nearest = ''
  let least = Number.POSITIVE_INFINITY
  for (const row of [Math.floor(y / ROW), Math.floor(y / ROW) + 1]) {
    // The whole row has one scale, or its columns would drift apart.
    const across = Math.max(0.01, Math.cos((row * ROW - shift * ROW) * (size / DEGREES)))
    const x = (lng * across) / size
    const offset = (row % 2 === 0 ? 0 : COLUMN / 2) + shift * COLUMN
    const column = Math.round((x - offset) / COLUMN)
    const away = (x - offset - column * COLUMN) ** 2 + (y - row * ROW) ** 2
    if (away < least) [nearest, least] = [`${row} ${column}`, away]
  }
  return nearest
}
