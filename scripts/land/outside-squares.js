// @ts-check
import polygonClipping from 'polygon-clipping'

/** @typedef {[x: number, y: number][]} Ring closed, on a tile's grid */

/**
 * Returns the parts of polygons that lie outside some squares, as polygons of rings on the same grid. Outer rings run as
 * vector tiles want them.
 * @param {Ring[][]} polygons each of an outer ring and its holes
 * @param {readonly (readonly [column: number, row: number])[]} squares
 * @param {number} side of a square, in units of the grid
 * @returns {Ring[][]}
 */
export function outsideSquares(polygons, squares, side) {
  const left = polygonClipping.difference(
    polygons,
    ...squares.map(([column, row]) => [squareAt(column * side, row * side, side)]),
  )
  return left
    .map((polygon) => polygon.map(onGrid).filter((ring) => ring.length > 3))
    .filter((polygon) => polygon.length > 0)
}

/** @param {number} x @param {number} y @param {number} side @returns {Ring} */
function squareAt(x, y, side) {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ]
}

/** Rounds the points where edges cross. @param {Ring} ring @returns {Ring} */
function onGrid(ring) {
  const rounded = ring.map(([x, y]) => /** @type {[number, number]} */ ([Math.round(x), Math.round(y)]))
  return rounded.filter(([x, y], i) => i === 0 || x !== rounded[i - 1]?.[0] || y !== rounded[i - 1]?.[1])
}
