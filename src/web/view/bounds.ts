import type { Bounds } from '../../domain/tile.ts'

/** The share of the view's content that may be cut off at each side. */
const CUT_SHARE = 0.1

/** True when bounds are within others, but for a little at their sides. */
export function isInView(inner: Bounds, outer: Bounds): boolean {
  const [across, up] = [spanOf(inner), inner.north - inner.south]
  const west = turned(inner.west + CUT_SHARE * across - outer.west)
  const isAcross = west + (1 - 2 * CUT_SHARE) * across <= (spanOf(outer) || 360)
  return isAcross && inner.south + CUT_SHARE * up >= outer.south && inner.north - CUT_SHARE * up <= outer.north
}

/** True when all parts are in view; from farthest away, where the map cannot show more, when some of one part is. */
export function areInView(parts: readonly Bounds[], view: Bounds, isFarthest: boolean): boolean {
  return isFarthest ? parts.some((part) => doOverlap(part, view)) : parts.every((part) => isInView(part, view))
}

function doOverlap(one: Bounds, other: Bounds): boolean {
  const isAcross = turned(other.west - one.west) <= spanOf(one) || turned(one.west - other.west) <= spanOf(other)
  return isAcross && one.south <= other.north && other.south <= one.north
}

/** Returns the bounds around all of these; null for none. */
export function boundsAround(all: readonly Bounds[]): Bounds | null {
  const [first] = all
  if (first === undefined) return null
  // Longitudes near the first, so that bounds on both sides of the 180th meridian stay together.
  const west = Math.min(...all.map((each) => first.west + turned(each.west - first.west + 180) - 180))
  const east = Math.max(...all.map((each) => first.west + turned(each.west - first.west + 180) - 180 + spanOf(each)))
  return {
    west: wrapped(west),
    south: Math.min(...all.map(({ south }) => south)),
    east: wrapped(east),
    north: Math.max(...all.map(({ north }) => north)),
  }
}

function spanOf({ west, east }: Bounds): number {
  return turned(east - west)
}

/** An angle from 0 up to but excluding 360 degrees. */
function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}

function wrapped(lng: number): number {
  return turned(lng + 180) - 180
}
