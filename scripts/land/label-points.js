// @ts-check

/** @typedef {[lng: number, lat: number]} Point */

/** Rows of the land test per degree of latitude: one in 2.2 km. */
const ROWS_PER_DEGREE = 50
/** How far from land a town can be, in degrees: its point may lie on a pier, and coasts are drawn coarsely. */
const NEAR = 0.03

/**
 * Returns a function that tells whether a point is on land or close to it.
 * @param {Iterable<Point[]>} rings of all land, whose longitudes may continue past 180 degrees
 * @returns {(lng: number, lat: number) => boolean}
 */
export function landTest(rings) {
  /** @type {Map<number, number[]>} */
  const rows = new Map()
  for (const ring of rings) for (let i = 0; i < ring.length; i++) addEdge(rows, ring, i)
  for (const row of rows.values()) row.sort((a, b) => a - b)
  const isLand = (/** @type {number} */ lng, /** @type {number} */ lat) => {
    const row = rows.get(Math.round(lat * ROWS_PER_DEGREE)) ?? []
    return [lng - 360, lng, lng + 360].some((at) => row.filter((x) => x < at).length % 2 === 1)
  }
  return (lng, lat) =>
    AROUND.some(([x, y]) => isLand(lng + (x * NEAR) / Math.cos((lat * Math.PI) / 180), lat + y * NEAR))
}

const AROUND = /** @type {const} */ ([
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
])

/**
 * @param {Map<number, number[]>} rows crossings of the middle of each row
 * @param {Point[]} ring
 * @param {number} i
 */
function addEdge(rows, ring, i) {
  const [from, to] = [ring[i], ring[(i + 1) % ring.length]]
  if (!from || !to) return
  const [[x1, y1], [x2, y2]] = from[1] < to[1] ? [from, to] : [to, from]
  for (let row = Math.ceil(y1 * ROWS_PER_DEGREE); row < y2 * ROWS_PER_DEGREE; row++) {
    const crossing = x1 + ((row / ROWS_PER_DEGREE - y1) / (y2 - y1)) * (x2 - x1)
    const known = rows.get(row)
    if (known) known.push(crossing)
    else rows.set(row, [crossing])
  }
}

/** Heights at which a country is tried, between its south and north. */
const TRIES = 32

/**
 * Returns where a country's name has most room: the middle of its widest stretch, rather halfway up than at an end.
 * @param {Point[]} ring the country's largest part
 * @returns {Point}
 */
export function roomiestPoint(ring) {
  const lats = ring.map(([, lat]) => lat)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  let best = { score: 0, at: /** @type {Point} */ ([ring[0]?.[0] ?? 0, (south + north) / 2]) }
  for (let i = 1; i < TRIES; i++) {
    const share = i / TRIES
    const lat = south + share * (north - south)
    const crossings = crossingsAt(ring, lat)
    for (let j = 0; j + 1 < crossings.length; j += 2) {
      const [west = 0, east = 0] = [crossings[j], crossings[j + 1]]
      const score = (east - west) * Math.cos((lat * Math.PI) / 180) * (1 - Math.abs(2 * share - 1) ** 2)
      if (score > best.score) best = { score, at: [(west + east) / 2, lat] }
    }
  }
  return best.at
}

/**
 * @param {Point[]} ring
 * @param {number} lat
 */
export function crossingsAt(ring, lat) {
  const found = ring.flatMap(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
    return y1 > lat === y2 > lat ? [] : [x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)]
  })
  return found.sort((a, b) => a - b)
}
