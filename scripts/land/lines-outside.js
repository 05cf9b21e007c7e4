// @ts-check

/**
 * Returns the parts of lines that lie outside some squares of a grid. Cuts each stroke where it crosses the grid.
 * @param {readonly (readonly [number, number][])[]} lines
 * @param {{ toGrid: (point: readonly [number, number]) => readonly [number, number], isInside: (x: number, y: number) => boolean }} grid
 *   `toGrid` gives a point's place in squares; `isInside` tells whether a square is left out
 * @returns {[number, number][][]}
 */
export function linesOutside(lines, { toGrid, isInside }) {
  /** @type {[number, number][][]} */
  const parts = []
  for (const line of lines) {
    /** @type {[number, number][]} */
    let part = []
    const end = () => {
      if (part.length > 1) parts.push(part)
      part = []
    }
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1], line[i]]
      if (!from || !to) continue
      for (const [start, stop] of pieces(toGrid(from), toGrid(to))) {
        const [x, y] = between(toGrid(from), toGrid(to), (start + stop) / 2)
        if (isInside(Math.floor(x), Math.floor(y))) end()
        else {
          if (part.length === 0) part.push(between(from, to, start))
          part.push(between(from, to, stop))
        }
      }
    }
    end()
  }
  return parts
}

/**
 * Splits a stroke at the lines of the grid: pairs of shares of its length.
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @returns {[number, number][]}
 */
function pieces(from, to) {
  const cuts = [0, 1]
  for (const axis of /** @type {const} */ ([0, 1])) {
    const [low, high] = [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])]
    for (let at = Math.floor(low) + 1; at < high; at++) cuts.push((at - from[axis]) / (to[axis] - from[axis]))
  }
  cuts.sort((a, b) => a - b)
  return cuts.slice(1).flatMap((cut, i) => (cut > Number(cuts[i]) ? [[Number(cuts[i]), cut]] : []))
}

/**
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @param {number} share
 * @returns {[number, number]}
 */
function between(from, to, share) {
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}
