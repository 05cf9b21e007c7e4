// @ts-check

/**
 * In the atlas, rings and lines jump from 180 to -180 degrees, which on a plane is a line across the whole world. Here
 * longitudes continue past 180 instead, and the ring around the South Pole is closed along it.
 * @param {any} geojson
 * @returns {any}
 */
export function unwrapped(geojson) {
  switch (geojson.type) {
    case 'FeatureCollection':
      return { ...geojson, features: geojson.features.map(unwrapped) }
    case 'Feature':
      return { ...geojson, geometry: unwrapped(geojson.geometry) }
    case 'MultiPolygon':
      return { ...geojson, coordinates: geojson.coordinates.map(unwrapPolygon) }
    case 'Polygon':
      return { ...geojson, coordinates: unwrapPolygon(geojson.coordinates) }
    case 'MultiLineString':
      return { ...geojson, coordinates: geojson.coordinates.map(unwrapLine) }
    case 'LineString':
      return { ...geojson, coordinates: unwrapLine(geojson.coordinates) }
    default:
      throw new Error(`the atlas has the unexpected type '${geojson.type}'`)
  }
}

/**
 * Holes follow their outer ring: where Eurasia begins in the far east, all of it lies west of -180 degrees, and the Caspian Sea
 * would lie outside it.
 * @param {[number, number][][]} rings
 */
function unwrapPolygon(rings) {
  const [first, ...holes] = rings
  if (!first) return []
  const outer = unwrapRing(first)
  const east = Math.max(...outer.map(([lng]) => lng))
  return [outer, ...holes.map((hole) => shifted(unwrapRing(hole), east))]
}

/** Returns a ring in the last world copy that ends west of a longitude. @param {[number, number][]} ring @param {number} east */
function shifted(ring, east) {
  const shift = 360 * Math.floor((east - Math.max(...ring.map(([lng]) => lng))) / 360)
  return ring.map(([lng, lat]) => /** @type {[number, number]} */ ([lng + shift, lat]))
}

/** @param {[number, number][]} line */
function unwrapLine(line) {
  let shift = 0
  return line.map(([lng, lat], index) => {
    const before = line[index - 1]?.[0] ?? lng
    if (lng - before > 180) shift -= 360
    if (lng - before < -180) shift += 360
    return /** @type {[number, number]} */ ([lng + shift, lat])
  })
}

/** @param {[number, number][]} ring @returns {[number, number][]} */
function unwrapRing(ring) {
  const line = unwrapLine(ring)
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || first[0] === last[0]) return line
  return [...line, [last[0], -90], [first[0], -90], first]
}

/**
 * Returns a point of an outline whose longitudes continue past 180 degrees.
 * @param {import('./label-points.js').Point} point
 * @returns {import('./label-points.js').Point}
 */
export function wrapped([lng, lat]) {
  return [((((lng + 180) % 360) + 360) % 360) - 180, lat]
}
