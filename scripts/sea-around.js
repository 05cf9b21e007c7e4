// @ts-check

/** @typedef {[x: number, y: number][]} Ring closed, on a tile's grid */

/**
 * Returns what a square of a tile has besides its land, as polygons of rings. Outer rings of land become holes, and its
 * holes become seas; the first ring of land is an outer one.
 * @param {readonly Ring[]} land
 * @param {number} low the square's edge on the left and at the top: farther out than land, so that no shore lies on it
 * @param {number} high
 * @returns {Ring[][]}
 */
export function seaAround(land, low, high) {
  const square = /** @type {Ring} */ ([
    [low, low],
    [high, low],
    [high, high],
    [low, high],
    [low, low],
  ])
  const outer = Math.sign(signedArea(land[0] ?? square))
  const islands = land.filter((ring) => Math.sign(signedArea(ring)) === outer)
  const seas = land.filter((ring) => Math.sign(signedArea(ring)) === -outer)
  return [[square, ...islands.map((ring) => turned(ring, -1))], ...seas.map((ring) => [turned(ring, 1)])]
}

/** Returns the area, positive for a ring that runs as the square does. @param {Ring} ring */
export function signedArea(ring) {
  let twice = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i] ?? []
    const [x2 = 0, y2 = 0] = ring[i + 1] ?? []
    twice += x1 * y2 - x2 * y1
  }
  return twice / 2
}

/** @param {Ring} ring @param {1 | -1} sign */
function turned(ring, sign) {
  return Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed()
}
