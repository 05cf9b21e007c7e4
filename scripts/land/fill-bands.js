// @ts-check

/** Bands per degree of latitude; a band is 430 m high. */
export const BANDS_PER_DEGREE = 256
export const BANDS = 180 * BANDS_PER_DEGREE

/** @typedef {(band: number, west: number, east: number, country: string) => void} Add in degrees, which continue past 180 */

/**
 * Adds the parts of bands that a polygon touches.
 * @param {Add} add
 * @param {[number, number][][]} rings
 * @param {string} country
 */
export function addPolygon(add, rings, country) {
  /** @type {Map<number, number[]>} */
  const crossings = new Map()
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [from, to] = [ring[i], ring[i + 1]]
      if (!from || !to) continue
      const [low, high] = from[1] <= to[1] ? [from, to] : [to, from]
      addEdge(add, low, high, country)
      noteMiddles(crossings, low, high)
    }
  }
  for (const [band, lngs] of crossings) {
    lngs.sort((a, b) => a - b)
    for (let i = 0; i + 1 < lngs.length; i += 2) add(band, lngs[i] ?? 0, lngs[i + 1] ?? 0, country)
  }
}

/**
 * Adds the bands that an edge touches.
 * @param {Add} add
 * @param {[number, number]} low
 * @param {[number, number]} high
 * @param {string} country
 */
function addEdge(add, low, high, country) {
  const slope = high[1] === low[1] ? 0 : (high[0] - low[0]) / (high[1] - low[1])
  const [first, last] = [bandOf(low[1]), bandOf(high[1])]
  let lng = low[0]
  for (let band = first; band <= last; band++) {
    const next = band === last ? high[0] : low[0] + slope * (southOf(band + 1) - low[1])
    add(band, Math.min(lng, next), Math.max(lng, next), country)
    lng = next
  }
}

/**
 * Notes where an edge crosses the middles of bands.
 * @param {Map<number, number[]>} crossings
 * @param {[number, number]} low
 * @param {[number, number]} high
 */
function noteMiddles(crossings, low, high) {
  for (let band = bandOf(low[1]); band <= bandOf(high[1]); band++) {
    const lat = southOf(band) + 0.5 / BANDS_PER_DEGREE
    if (lat <= low[1] || lat > high[1]) continue
    const lng = low[0] + ((high[0] - low[0]) * (lat - low[1])) / (high[1] - low[1])
    const known = crossings.get(band)
    if (known) known.push(lng)
    else crossings.set(band, [lng])
  }
}

/**
 * Closes a ring that surrounds a pole along it. The only such land is in the south.
 * @param {[number, number][]} ring
 * @returns {[number, number][]}
 */
export function closed(ring) {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring
  return [...ring, [last[0], -90], [first[0], -90], first]
}

/** @param {number} lat */
export function bandOf(lat) {
  return Math.max(0, Math.min(BANDS - 1, Math.floor((lat + 90) * BANDS_PER_DEGREE)))
}

/** @param {number} band */
export function southOf(band) {
  return band / BANDS_PER_DEGREE - 90
}
