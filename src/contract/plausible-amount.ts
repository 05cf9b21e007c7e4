/** Ten thousand times the price of a home in Iranian rials. */
const MOST = 1e15

/**
 * Returns an amount that a figure can be; null for one beyond all currencies. A tile keeps five digits of its smallest
 * value and a bounded range above it, so that one such amount would take the digits of all others.
 */
export function plausibleAmount(value: number): number | null {
  return Math.abs(value) <= MOST ? value : null
}
