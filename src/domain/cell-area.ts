import { cellToLatLng, getPentagons } from 'h3-js'
import type { Resolution } from './cell.ts'

type Vector = readonly [x: number, y: number, z: number]

const RADIANS = Math.PI / 180
/** How far apart the centres of cells of resolution 0 are on the faces of H3's icosahedron, in radii of its sphere. */
const APART = 0.381966011250105
/** The corners of a face are nearer to each other than any others. */
const BESIDE_COSINE = 0.4

/**
 * Returns the area of a cell around a point, in squares of the sphere's radius. H3 lays equal hexagons on the faces of an icosahedron, and projects them
 * from its centre: areas shrink with the cube of the cosine of the angle to the middle of the face. A hundred times faster
 * than measuring the cell, which differs by up to 0.5% at resolution 4 and 0.01% at 8, as its centre is not the point.
 */
export function cellAreaAt(lat: number, lng: number, resolution: Resolution): number {
  const point = vectorOf(lat, lng)
  faces ??= facesOf(getPentagons(0).map((cell) => vectorOf(...cellToLatLng(cell))))
  let cosine = 0
  for (const face of faces) cosine = Math.max(cosine, dot(face, point))
  const apart = APART / Math.sqrt(7) ** resolution
  return (Math.sqrt(3) / 2) * apart ** 2 * cosine ** 3
}

/** The middles of the icosahedron's faces, found at the first use. */
let faces: readonly Vector[] | null = null

/** A pentagon stands at each corner of the icosahedron. */
function facesOf(corners: readonly Vector[]): Vector[] {
  const isBeside = (a: Vector, b: Vector) => a !== b && dot(a, b) > BESIDE_COSINE
  return corners.flatMap((a, i) =>
    corners.slice(i + 1).flatMap((b, j) =>
      corners
        .slice(i + j + 2)
        .filter((c) => isBeside(a, b) && isBeside(b, c) && isBeside(a, c))
        .map((c) => middleOf(a, b, c)),
    ),
  )
}

function middleOf(a: Vector, b: Vector, c: Vector): Vector {
  const [x, y, z] = [a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]]
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

function vectorOf(lat: number, lng: number): Vector {
  const across = Math.cos(lat * RADIANS)
  return [across * Math.cos(lng * RADIANS), across * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
