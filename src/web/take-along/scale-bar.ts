/** Metres on the ground for a CSS pixel at the equator and zoom 0, with tiles of 512 pixels. */
const METRES_AT_ZOOM_0 = 78_271.517

/** A distance that is round, and its length on the screen. */
export interface ScaleBar {
  readonly metres: number
  /** CSS pixels. */
  readonly width: number
}

/** Returns the longest of 1, 2 and 5 times a power of ten that is not wider than `maxWidth` CSS pixels. */
export function scaleBar({ lat, zoom }: { lat: number; zoom: number }, maxWidth: number): ScaleBar {
  const perPixel = (METRES_AT_ZOOM_0 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom
  const most = perPixel * maxWidth
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1)
  return { metres, width: metres / perPixel }
}
