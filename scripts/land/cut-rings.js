// @ts-check

/**
 * Clips rings into square tiles, halving the plane again and again, but only towards the wanted tiles: a continent's ring
 * has two hundred thousand points; a tile needs a few hundred of them.
 * @param {readonly Float64Array[]} rings x and y in turn, in units of a tile's side
 * @param {{ zoom: number, isWanted: (zoom: number, x: number, y: number) => boolean, buffer: number }} options `buffer` is
 *   what a tile has around it, as a share of its side
 * @param {(x: number, y: number, rings: Float64Array[]) => void} take called with each wanted tile that has a ring
 */
export function cutRings(rings, { zoom, isWanted, buffer }, take) {
  /**
   * @param {readonly Float64Array[]} parts
   * @param {number} z
   * @param {number} x
   * @param {number} y
   */
  function split(parts, z, x, y) {
    if (parts.length === 0 || !isWanted(z, x, y)) return
    const side = 2 ** (zoom - z)
    const [left, top] = [x * side - buffer, y * side - buffer]
    const [right, bottom] = [(x + 1) * side + buffer, (y + 1) * side + buffer]
    const inside = clipAll(clipAll(parts, 0, left, right), 1, top, bottom)
    if (z === zoom) {
      if (inside.length > 0) take(x, y, inside)
      return
    }
    for (const [dx, dy] of QUARTERS) split(inside, z + 1, 2 * x + dx, 2 * y + dy)
  }
  split(rings, 0, 0, 0)
}

/** @type {readonly (readonly [number, number])[]} */
const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
]

/**
 * @param {readonly Float64Array[]} rings
 * @param {0 | 1} axis
 * @param {number} low
 * @param {number} high
 * @returns {Float64Array[]}
 */
function clipAll(rings, axis, low, high) {
  /** @type {Float64Array[]} */
  const kept = []
  for (const ring of rings) {
    const [least, most] = extent(ring, axis)
    if (most < low || least > high) continue
    if (least >= low && most <= high) kept.push(ring)
    else {
      const clipped = clipSide(clipSide(ring, axis, low, 1), axis, high, -1)
      if (clipped.length >= 8) kept.push(clipped)
    }
  }
  return kept
}

/**
 * Returns the least and the largest x or y of a ring.
 * @param {Float64Array | Int32Array} ring x and y in turn
 * @param {0 | 1} axis
 */
export function extent(ring, axis) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = axis; i < ring.length; i += 2) {
    const value = Number(ring[i])
    if (value < least) least = value
    if (value > most) most = value
  }
  return /** @type {const} */ ([least, most])
}

/**
 * Sutherland and Hodgman: keeps what is on one side of a line; the ring stays closed.
 * @param {Float64Array} ring
 * @param {0 | 1} axis
 * @param {number} line
 * @param {1 | -1} side 1 keeps what is above the line, -1 what is below it
 */
function clipSide(ring, axis, line, side) {
  const out = new Float64Array(2 * ring.length + 4)
  let count = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [x0, y0, x1, y1] = [Number(ring[i - 2]), Number(ring[i - 1]), Number(ring[i]), Number(ring[i + 1])]
    const before = side * ((axis === 0 ? x0 : y0) - line)
    const after = side * ((axis === 0 ? x1 : y1) - line)
    if (before >= 0) {
      out[count++] = x0
      out[count++] = y0
    }
    if (before >= 0 !== after >= 0) {
      const share = before / (before - after)
      out[count++] = x0 + share * (x1 - x0)
      out[count++] = y0 + share * (y1 - y0)
    }
  }
  if (count > 0) {
    out[count++] = Number(out[0])
    out[count++] = Number(out[1])
  }
  return out.slice(0, count)
}
