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
