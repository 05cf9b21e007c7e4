/** Ten thousand times the price of a home in Iranian rials. */
const MOST = 1e15

/**
 * Returns an amount that a figure can be; null for one beyond all currencies. A tile keeps five digits of its smallest
 * value and a bounded range above it, so that one such amount would take the digits of all others.
 */
export function plausibleAmount(value: number): number | null {
  return Math.abs(value) <= MOST ? value : null
}

/**
 * Returns a price or an area; null for none. Some services write 0 or -1 where they have no figure, and a home that costs
 * nothing would be the cheapest on the map.
 */
export function plausibleFigure(value: number): number | null {
  return value > 0 ? plausibleAmount(value) : null
}
