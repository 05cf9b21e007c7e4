// @ts-check
/** Zoom of the tiles, and of the map from which they are shown: at the equator, a unit of their grid is 38 m, where the source has points every 100 m. */
export const COAST_ZOOM = 8
/** Tiles from west to east. */
export const TILES = 2 ** COAST_ZOOM

/** Returns a number that names a tile. @param {number} x @param {number} y */
export function keyOf(x, y) {
  return x * TILES + y
}

/** Returns where a longitude is, in tiles of the coast's zoom from the 180th meridian. @param {number} lng */
export function tileX(lng) {
  return ((lng + 180) / 360) * TILES
}

/** Returns where a latitude is, in tiles of the coast's zoom from the north. @param {number} lat */
export function tileY(lat) {
  const sin = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * TILES
}

/** Returns the width of a tile, in metres. @param {number} y */
export function metresAt(y) {
  return 40_075_017 / TILES / Math.cosh(2 * Math.PI * (y / TILES - 0.5))
}
