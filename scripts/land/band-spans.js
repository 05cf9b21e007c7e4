// @ts-check

/** Longitudes are stored in 65,536 parts of the circle, at most 610 m each. */
const PARTS = 0x10000

/**
 * Adds a span in degrees to those of a band. A span is one number, its first part above its last, so that millions of them leave
 * no garbage.
 * @param {number[]} spans
 * @param {number} west
 * @param {number} east
 */
export function addSpan(spans, west, east) {
  const [first, last] = east - west >= 360 ? [0, PARTS - 1] : [partOf(west), partOf(east)]
  if (first <= last) spans.push(first * PARTS + last)
  else spans.push(last, first * PARTS + PARTS - 1)
}

/** Whether a span is at a longitude. @param {readonly number[]} spans @param {number} lng */
export function hasSpanAt(spans, lng) {
  const part = partOf(lng)
  return spans.some((span) => Math.floor(span / PARTS) <= part && part <= span % PARTS)
}

/**
 * Returns what lies in spans but outside of others, which are sorted by their west.
 * @param {[west: number, east: number][]} spans
 * @param {readonly { west: number, east: number }[]} taken
 */
export function freeOf(spans, taken) {
  /** @type {[west: number, east: number][]} */
  const free = []
  for (const [west, east] of spans) {
    let from = west
    for (const span of taken) {
      if (span.west > east) break
      if (span.east < from) continue
      if (span.west > from) free.push([from, span.west - 1])
      from = Math.max(from, span.east + 1)
    }
    if (from <= east) free.push([from, east])
  }
  return free
}

/** @param {number[]} ends @returns {[west: number, east: number][]} */
export function pairs(ends) {
  return Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0])
}

/**
 * Returns spans in ascending order, those that touch as one.
 * @param {number[]} spans
 */
export function merged(spans) {
  /** @type {number[]} */
  const all = []
  let [west, east] = [0, -1]
  for (const span of Float64Array.from(spans).sort()) {
    const [first, last] = [Math.floor(span / PARTS), span % PARTS]
    if (east >= 0 && first <= east + 1) {
      east = Math.max(east, last)
      continue
    }
    if (east >= 0) all.push(west, east)
    ;[west, east] = [first, last]
  }
  all.push(west, east)
  return all
}

/**
 * A span of whole parts.
 * @param {number} west
 * @param {number} east
 */
export function spanOf(west, east) {
  return west * PARTS + east
}

/** @param {number} lng */
function partOf(lng) {
  return Math.floor((lng + 540) * (PARTS / 360)) % PARTS
}

/** The middle of a part of the circle, in degrees. @param {number} part */
export function lngOf(part) {
  return ((part + 0.5) * 360) / PARTS - 180
}
