import { binaryCells } from './binary-cells.ts'
import { type CellGeometry, planeX, planeY } from './cell-geometry.ts'
import { FlatCellsLayer } from './flat-cells.ts'
import type { Placed, Rgba } from './placed.ts'

/** A small dot in each bought cell for which the service had no row. */
export function tooFewDots(centers: Float64Array, style: { color: Rgba; radiusPx: number }, placed: Placed) {
  return new FlatCellsLayer({
    ...placed,
    id: 'too-few-dots',
    data: binaryCells(dotsAt(centers)),
    getFillColor: style.color,
    gapPx: AS_A_CIRCLE * style.radiusPx,
  })
}

/** A dot is a hexagon, too, without any size on the ground: each of its corners is moved away from its centre. */
const CORNERS = 6
/** The radius of a hexagon, as a multiple of the radius of a circle with the same area. */
const AS_A_CIRCLE = 1.1
const directions = Float32Array.from({ length: 2 * CORNERS }, (_, at) => {
  const angle = (Math.floor(at / 2) * 2 * Math.PI) / CORNERS
  return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle)
})

const known = new WeakMap<Float64Array, CellGeometry>()

function dotsAt(centers: Float64Array): CellGeometry {
  const dots = known.get(centers) ?? makeDots(centers)
  known.set(centers, dots)
  return dots
}

function makeDots(centers: Float64Array): CellGeometry {
  const length = centers.length / 2
  const positions = new Float64Array(2 * CORNERS * length)
  const inward = new Float32Array(2 * CORNERS * length)
  const indices = new Uint32Array(3 * (CORNERS - 2) * length)
  const startIndices = new Uint32Array(length + 1)
  let corner = 0
  for (let dot = 0; dot < length; dot++) {
    const first = CORNERS * dot
    const [x, y] = [planeX(centers[2 * dot] ?? 0), planeY(centers[2 * dot + 1] ?? 0)]
    for (let i = 0; i < CORNERS; i++) {
      positions[2 * (first + i)] = x
      positions[2 * (first + i) + 1] = y
    }
    inward.set(directions, 2 * first)
    for (let i = 1; i < CORNERS - 1; i++) {
      indices[corner++] = first
      indices[corner++] = first + i
      indices[corner++] = first + i + 1
    }
    startIndices[dot + 1] = first + CORNERS
  }
  return { length, startIndices, positions, indices, inward }
}
