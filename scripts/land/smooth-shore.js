// @ts-check

/**
 * Widths in metres. A simplified outline has moles, docks and canals as spikes, often narrower than the distance between
 * its points. What is narrower than this is left out, land and water alike.
 */
const NARROW = 130
/** How wide the foot of a spike may be. */
const FOOT = 260
/** A spike's outline is at least this many times as long as its foot is wide. */
const POINTED = 1.5
/** How far along the outline a spike is looked for: its length in metres, and the most points. */
const REACH = 9000
const MOST_POINTS = 60
/** Cutting off one spike can make another. */
const ROUNDS = 4
/** Corners sharper than the first, in radians, are cut back to where they are wide enough; than the second, rounded. */
const SHARP = Math.PI / 3.5
const ANGULAR = Math.PI / 1.8
/** How far from a corner its rounding begins, in metres. */
const ROUNDING = 90

/**
 * What a unit of a ring is in metres, which depends on how far north it is.
 * @callback Metres
 * @param {number} y
 * @returns {number}
 */

/**
 * Returns a closed ring without narrow spikes and inlets; null where all of it is narrow.
 * @param {Float64Array} ring x and y in turn
 * @param {Metres} metresAt
 * @returns {Float64Array | null}
 */
export function withoutSpikes(ring, metresAt) {
  let now = ring
  for (let round = 0; round < ROUNDS; round++) {
    const cut = cutOff(now, metresAt)
    const next = round < ROUNDS - 1 ? blunted(cut, metresAt) : cut
    const isSame = cut.length === now.length && next.length === cut.length
    now = next
    if (isSame) break
  }
  const { length, area } = sizeOf(now)
  return now.length < 8 || area * metresAt(Number(now[1])) < (length / 2) * NARROW ? null : now
}

/**
 * Returns a closed ring with rounded corners.
 * @param {Float64Array} ring x and y in turn
 * @param {Metres} metresAt
 */
export function rounded(ring, metresAt) {
  return withCorners(ring, (angle, y) => (angle < ANGULAR ? ROUNDING / metresAt(y) : 0), 0.4)
}

/** @param {Float64Array} ring @param {Metres} metresAt */
function cutOff(ring, metresAt) {
  const [lengths, areas] = sums(ring)
  const kept = new Float64Array(ring.length)
  let count = 0
  const last = ring.length / 2 - 1
  for (let i = 0; i <= last; ) {
    kept[count++] = Number(ring[2 * i])
    kept[count++] = Number(ring[2 * i + 1])
    const metres = metresAt(Number(ring[2 * i + 1]))
    i = endOfSpike(ring, i, Math.min(last, i + MOST_POINTS), { lengths, areas, metres }) ?? i + 1
  }
  return kept.slice(0, count)
}

/**
 * Returns the farthest point where a spike ends that begins at a point; null where none begins.
 * @param {Float64Array} ring
 * @param {number} from
 * @param {number} last
 * @param {{ lengths: Float64Array, areas: Float64Array, metres: number }} known
 */
function endOfSpike(ring, from, last, { lengths, areas, metres }) {
  const [x0, y0] = [Number(ring[2 * from]), Number(ring[2 * from + 1])]
  let end = null
  for (let to = from + 2; to <= last; to++) {
    const length = (Number(lengths[to]) - Number(lengths[from])) * metres
    if (length > REACH) break
    const [x1, y1] = [Number(ring[2 * to]), Number(ring[2 * to + 1])]
    const foot = Math.hypot(x1 - x0, y1 - y0) * metres
    if (foot > FOOT || foot * POINTED > length) continue
    const twice = Number(areas[to]) - Number(areas[from]) + (x1 * y0 - x0 * y1)
    if ((Math.abs(twice) / 2) * metres * metres < (length / 2) * NARROW) end = to
  }
  return end
}

/** Cuts sharp corners back to where they are wide enough. @param {Float64Array} ring @param {Metres} metresAt */
function blunted(ring, metresAt) {
  const cutAt = (/** @type {number} */ angle, /** @type {number} */ y) =>
    angle < SHARP ? NARROW / metresAt(y) / 2 / Math.sin(Math.max(angle, 0.05) / 2) : 0
  return withCorners(ring, cutAt, 1)
}

/**
 * Replaces corners by two points each.
 * @param {Float64Array} ring
 * @param {(angle: number, y: number) => number} cutAt how far from a corner with this angle, in radians; 0 keeps it
 * @param {number} most how much of a side is cut at most
 */
function withCorners(ring, cutAt, most) {
  // Each corner becomes two at most. An array that grows takes several times as long: a continent has a million corners.
  const out = new Float64Array(2 * ring.length)
  let count = 0
  const last = ring.length / 2 - 1
  for (let i = 0; i < last; i++) {
    const before = i === 0 ? last - 1 : i - 1
    const [x, y] = [Number(ring[2 * i]), Number(ring[2 * i + 1])]
    const [ax, ay] = [Number(ring[2 * before]) - x, Number(ring[2 * before + 1]) - y]
    const [bx, by] = [Number(ring[2 * i + 2]) - x, Number(ring[2 * i + 3]) - y]
    const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)]
    const cut = a > 0 && b > 0 ? cutAt(Math.acos(Math.max(-1, Math.min(1, (ax * bx + ay * by) / (a * b)))), y) : 0
    if (cut === 0) {
      out[count++] = x
      out[count++] = y
    } else {
      const [t, u] = [Math.min(most, cut / a), Math.min(most, cut / b)]
      out[count++] = x + t * ax
      out[count++] = y + t * ay
      out[count++] = x + u * bx
      out[count++] = y + u * by
    }
  }
  out[count++] = Number(out[0])
  out[count++] = Number(out[1])
  return out.slice(0, count)
}

/**
 * Returns for each point the length of the outline up to it, and twice the area between that part and the origin.
 * @param {Float64Array} ring
 * @returns {[lengths: Float64Array, areas: Float64Array]}
 */
function sums(ring) {
  const points = ring.length / 2
  const [lengths, areas] = [new Float64Array(points), new Float64Array(points)]
  for (let i = 1; i < points; i++) {
    const [x0, y0, x1, y1] = [
      Number(ring[2 * i - 2]),
      Number(ring[2 * i - 1]),
      Number(ring[2 * i]),
      Number(ring[2 * i + 1]),
    ]
    lengths[i] = Number(lengths[i - 1]) + Math.hypot(x1 - x0, y1 - y0)
    areas[i] = Number(areas[i - 1]) + (x0 * y1 - x1 * y0)
  }
  return [lengths, areas]
}

/** @param {Float64Array} ring */
function sizeOf(ring) {
  const [lengths, areas] = sums(ring)
  return { length: Number(lengths.at(-1) ?? 0), area: Math.abs(Number(areas.at(-1) ?? 0)) / 2 }
}
