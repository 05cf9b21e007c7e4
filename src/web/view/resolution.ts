import { CELL_AREA_KM2, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { View } from '../state/address/number-parts.ts'

/** What the resolution depends on. The size of the screen is not part of it, so that a link shows everybody the same. */
export type Eye = Pick<View, 'lat' | 'zoom'>

/** The narrowest that an average cell is drawn, in CSS pixels; a screen of 1440 × 900 then has about 3,000 cells. */
const CELL_PX_MIN = 22.3

const RADIANS = Math.PI / 180

/** How much narrower cells are drawn where no market has wider ones: those of the next resolution are. */
const NARROWER = 2.7

/**
 * Returns the finest resolution up to `finest` whose cells are at least `CELL_PX_MIN` wide. They are then less than
 * 2.7 times as wide, unless the camera is too close for resolution 8 or too far for resolution 4. Where no market has
 * figures at it, returns the nearest of the `offered` ones, if its cells are wide enough to be drawn.
 */
export function resolutionFor(
  { lat, zoom }: Eye,
  finest: Resolution,
  offered: readonly Resolution[] = RESOLUTIONS,
): Resolution {
  // As in the address, so that a link has the resolution of the view that it was taken from.
  const at = [Number(lat.toFixed(5)), Number(zoom.toFixed(2))] as const
  const allowed = RESOLUTIONS.filter((resolution) => resolution <= finest)
  const wanted = allowed.findLast((resolution) => cellWidthPx(resolution, ...at) >= CELL_PX_MIN) ?? 4
  const drawn = allowed.filter(
    (each) => offered.includes(each) && (each <= wanted || cellWidthPx(each, ...at) >= CELL_PX_MIN / NARROWER),
  )
  return drawn.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted
}

/** Returns the resolution in force: the pinned one if it is offered, else the one for the camera; never finer than `finest`. */
export function resolutionInForce(
  eye: Eye,
  pinned: Resolution | null,
  finest: Resolution,
  offered: readonly Resolution[] = RESOLUTIONS,
): Resolution {
  const wanted = pinned !== null && offered.includes(pinned) ? pinned : resolutionFor(eye, finest, offered)
  return wanted < finest ? wanted : finest
}

/** Returns the width of an average cell on the screen, in CSS pixels, at MapLibre's zoom. */
export function cellWidthPx(resolution: Resolution, lat: number, zoom: number): number {
  const metresPerPixel = (2 * Math.PI * 6_378_137 * Math.cos(lat * RADIANS)) / (512 * 2 ** zoom)
  // A hexagon of area A is 1.0746 √A wide between its parallel sides.
  return (1.0746 * Math.sqrt(CELL_AREA_KM2[resolution]) * 1000) / metresPerPixel
}
