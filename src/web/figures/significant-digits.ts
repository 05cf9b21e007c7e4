/**
 * Returns the fewest significant digits, from two up to `most`, that leave each value within this share of itself and
 * different from the others; null where none do.
 */
export function digitsWithin(values: readonly number[], share: number, most: number): number | null {
  for (let digits = 2; digits <= most; digits++) {
    const rounded = values.map((value) => Number(value.toPrecision(digits)))
    const isClose = rounded.every((each, index) => Math.abs(each - (values[index] ?? 0)) <= share * Math.abs(each))
    if (isClose && new Set(rounded).size === new Set(values).size) return digits
  }
  return null
}

/** Class breaks, ticks and typed amounts are exact: what their conversion adds is the noise of binary fractions. */
const NOISE = 1e-7
const EXACT_DIGITS_MAX = 8

/** Returns the significant digits in which all values are exact. */
export function exactDigits(values: readonly number[]): number {
  return digitsWithin(values, NOISE, EXACT_DIGITS_MAX) ?? EXACT_DIGITS_MAX
}
