import { cellArea, gridDiskDistances, latLngToCell, UNITS } from 'h3-js'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { type Circle, cellCenter, distanceKm } from '../../domain/distance.ts'

/** What an answer to a circle shows about the ground that the service takes a circle for. */
export interface CircleEvidence {
  /** How far the answer covers the circle in every direction, as a share of its radius. */
  readonly reach: number
  /** True for an answer that no hexagon of rings around the centre could give. */
  readonly isRound: boolean
  /**
   * True where cells without a row were left out, because the answer does not show that it covers them, and its rows end as
   * those of a hexagon of rings do. Rows that end at a shore or in empty country show nothing about circles.
   */
  readonly isShort: boolean
}

/** The width of a regular hexagon between parallel sides, in square roots of its area. */
const WIDTH = 1.0746
/** The distance of a ring's nearest cells, in cell widths times the ring's number. */
const NEAREST = Math.sqrt(3) / 2
/** Rings that any service covers, in cell widths of the radius: one that counts rings may round down, or divide by 2 edges. */
const CORE_RINGS = 0.7
/**
 * The share of the radius that these rings cover. Rings are not quite round, so cells as near count whatever their ring is:
 * calls are planned for them, and would be planned again for ever.
 */
export const CORE_SHARE = 0.6
/** A hexagon of rings that reaches so far in every direction has corners clearly outside the circle. */
const ROUND_REACH = 0.96
/** The share of a ring's cells that have rows where rows end with the ring: beside the sea, half of the cells or more have none. */
const EDGE_SHARE = 0.25
/** Cell widths by which rows of a round answer may lie outside the circle. */
const OUTSIDE = 1.5

/**
 * Finds the ground that an answer to a circle surely covers. The interface does not say which cells a circle selects; some
 * services take H3's rings around the centre, so that the circle becomes a hexagon. All cells of a ring are covered when
 * any cell of that ring or of a farther one has a row.
 */
export function groundOfCircle(circle: Circle, resolution: Resolution, rows: Iterable<Cell>) {
  const { lat, lng, radius_km } = circle
  const origin = latLngToCell(lat, lng, resolution)
  const width = WIDTH * Math.sqrt(cellArea(origin, UNITS.km2))
  // Cells shrink by some per cent within the largest circles.
  const rings = gridDiskDistances(origin, Math.ceil((1.1 * radius_km) / (NEAREST * width)) + 2)
  const ringOf = new Map<string, number>()
  for (const [ring, cells] of rings.entries()) for (const cell of cells) ringOf.set(cell, ring)
  const kmOf = (cell: string) => distanceKm(circle, cellCenter(trustCell(cell)))
  let outermost = 0
  let onOutermost = 0
  let isOutside = false
  for (const row of rows) {
    const ring = ringOf.get(row) ?? 0
    if (ring > outermost) onOutermost = 0
    outermost = Math.max(outermost, ring)
    if (ring === outermost) onOutermost++
    isOutside ||= ring * width > radius_km && kmOf(row) > radius_km + OUTSIDE * width
  }
  // One ring less, because a service may have rounded up.
  const whole = rings[outermost - 1] ?? []
  const reach = whole.reduce((least, cell) => Math.min(least, kmOf(cell)), outermost > 1 ? radius_km : 0) / radius_km
  const covered = Math.max(outermost, Math.floor((CORE_RINGS * radius_km) / width))
  return {
    isCovered: (cell: Cell) =>
      (ringOf.get(cell) ?? Number.POSITIVE_INFINITY) <= covered || kmOf(cell) <= CORE_SHARE * radius_km,
    reach,
    isRound: reach >= ROUND_REACH && !isOutside,
    isEdge: onOutermost >= EDGE_SHARE * (rings[outermost]?.length ?? 0),
  }
}
