// @ts-check
import { crossingsAt } from './label-points.js'

/** @typedef {[x: number, y: number][]} Ring closed, on a tile's grid */

/**
 * Returns what a square of a tile has besides its land, as polygons of rings. Outer rings of land become holes, and its
 * holes become seas, with the islands in them; the first ring of land is an outer one.
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
  const seas = land
    .filter((ring) => Math.sign(signedArea(ring)) === -outer)
    .sort((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
  /** @type {Ring[][]} */
  const polygons = [[square], ...seas.map((ring) => [turned(ring, 1)])]
  // Holes that lie in others are drawn as triangles across land.
  for (const island of islands) {
    const inside = pointInside(island)
    const area = Math.abs(signedArea(island))
    const isAround = (/** @type {Ring} */ sea) => signedArea(sea) > area && isWithin(inside, sea)
    const around = polygons.findLast(([sea = square]) => sea !== square && isAround(sea))
    const polygon = around ?? polygons[0]
    polygon?.push(turned(island, -1))
  }
  return polygons
}

/** Returns a point within a ring: the middle of its widest stretch, halfway up. @param {Ring} ring @returns {[number, number]} */
export function pointInside(ring) {
  const ys = ring.map(([, y]) => y)
  const y = (Math.min(...ys) + Math.max(...ys)) / 2
  const crossings = crossingsAt(ring, y)
  let [from = 0, to = 0] = crossings
  for (let i = 2; i + 1 < crossings.length; i += 2) {
    const [left = 0, right = 0] = [crossings[i], crossings[i + 1]]
    if (right - left > to - from) [from, to] = [left, right]
  }
  return [(from + to) / 2, y]
}

/** @param {[number, number]} point @param {Ring} ring */
export function isWithin([x, y], ring) {
  return crossingsAt(ring, y).filter((crossing) => crossing < x).length % 2 === 1
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
