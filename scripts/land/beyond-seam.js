// @ts-check

/**
 * Returns a closed ring that goes on beyond the 180th meridian where it was cut there, so that the cut is not drawn as a
 * shore.
 * @param {Float64Array} ring x and y in turn; x is 0 at 180 degrees west
 * @param {{ tiles: number, margin: number }} options how many tiles the world is wide, and how far beyond it the ring goes on
 */
export function beyondSeam(ring, { tiles, margin }) {
  /** @type {number[]} */
  const points = []
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y, xBefore, yBefore] = [Number(ring[i]), Number(ring[i + 1]), ring[i - 2], ring[i - 1]]
    if (x === xBefore && (x === 0 || x === tiles)) {
      const beyond = x === 0 ? -margin : tiles + margin
      points.push(beyond, Number(yBefore), beyond, y)
    }
    points.push(x, y)
  }
  return Float64Array.from(points)
}

/**
 * Returns lines without their strokes along the 180th meridian, where the source cuts land.
 * @param {readonly (readonly [number, number][])[]} lines in degrees, which may continue past 180
 * @returns {[number, number][][]}
 */
export function withoutSeam(lines) {
  const isOnSeam = (/** @type {number} */ lng) => (lng + 180) % 360 === 0
  return lines.flatMap((line) => {
    const cuts = line.flatMap(([lng], i) => (i > 0 && isOnSeam(lng) && line[i - 1]?.[0] === lng ? [i] : []))
    return [0, ...cuts].map((from, part) => line.slice(from, cuts[part])).filter(({ length }) => length > 1)
  })
}

/**
 * Returns a tile's rings of land so that no edge lies on the 180th meridian: what lies beyond it is left out, and what is cut
 * there goes on.
 * @param {readonly [number, number][][]} rings on the tile's grid
 * @param {{ at: number, beyond: number }} seam where the meridian is on the grid, and a point beyond it to go on to
 * @returns {[number, number][][]}
 */
export function openAtSeam(rings, { at, beyond }) {
  const isHere = (/** @type {number} */ x) => (beyond < at ? x > at : x < at)
  return rings
    .filter((ring) => ring.some(([x]) => isHere(x)))
    .map((ring) =>
      ring.flatMap((point, i) => {
        const before = ring[i - 1]
        if (before?.[0] !== at || point[0] !== at) return [point]
        return [[beyond, before[1]], [beyond, point[1]], point]
      }),
    )
}
