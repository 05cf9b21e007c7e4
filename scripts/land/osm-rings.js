// @ts-check
import { readFileSync } from 'node:fs'

/** Decimals of the coordinates in the file: a unit is about eleven metres. */
const DECIMALS = 4
/** Nesting of brackets in a GeoJSON file with one MultiPolygon in a GeometryCollection, after a ring and a polygon. */
const AFTER_RING = 3
const AFTER_POLYGON = 2
const [MINUS, POINT, ZERO, NINE, OPEN, CLOSE] = [45, 46, 48, 57, 91, 93]

/**
 * @typedef {object} Rings
 * @property {Int32Array} points longitudes and latitudes in turn, in ten thousandths of a degree
 * @property {{ start: number, end: number, isHole: boolean }[]} rings where each ring's numbers are in `points`
 */

/**
 * Reads the rings of a large GeoJSON file of one MultiPolygon. JSON.parse would take several times as long and more than
 * a gigabyte. Throws when the file has another shape.
 * @param {string} file
 * @returns {Rings}
 */
export function readRings(file) {
  const text = readFileSync(file)
  const points = new Int32Array(text.length >> 3)
  /** @type {Rings['rings']} */
  const rings = []
  let [count, start, depth, ringsOfPolygon] = [0, 0, 0, 0]
  for (let at = text.indexOf('"geometries"'); at >= 0 && at < text.length; at++) {
    const byte = text[at]
    if (byte === OPEN) depth++
    else if (byte === CLOSE) {
      depth--
      if (depth === AFTER_RING) {
        rings.push({ start, end: count, isHole: ringsOfPolygon++ > 0 })
        start = count
      } else if (depth === AFTER_POLYGON) ringsOfPolygon = 0
    } else if (byte === MINUS || isDigit(byte)) {
      const end = endOfNumber(text, at)
      points[count++] = readNumber(text, at, end)
      at = end - 1
    }
  }
  if (rings.length === 0 || depth !== 0) throw new Error(`Expected a GeoJSON MultiPolygon in ${file}; found none.`)
  return { points: points.subarray(0, count), rings }
}

/** @param {number | undefined} byte */
function isDigit(byte) {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}

/**
 * @param {Buffer} text
 * @param {number} at
 */
function endOfNumber(text, at) {
  let end = at + 1
  while (isDigit(text[end]) || text[end] === POINT) end++
  return end
}

/**
 * Returns a decimal number in units of its last allowed digit.
 * @param {Buffer} text
 * @param {number} at
 * @param {number} end
 */
function readNumber(text, at, end) {
  const isNegative = text[at] === MINUS
  let value = 0
  let decimals = -1
  for (let i = isNegative ? at + 1 : at; i < end && decimals < DECIMALS; i++) {
    const byte = text[i] ?? ZERO
    if (byte === POINT) decimals = 0
    else {
      value = 10 * value + byte - ZERO
      if (decimals >= 0) decimals++
    }
  }
  for (let i = Math.max(0, decimals); i < DECIMALS; i++) value *= 10
  return isNegative ? -value : value
}
