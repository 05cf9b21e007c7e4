import { formatCount } from '../ui/format.ts'

/** Returns what is wrong with a typed amount; null when it is valid. */
export function amountError(value: number | null, max: number): string | null {
  if (value === null || !Number.isFinite(value)) return `Enter a number from 1 to ${formatCount(max)}.`
  if (value < 1) return `${value} is too small: enter at least 1.`
  if (value > max) return `${formatCount(value)} is too large: enter at most ${formatCount(max)}.`
  return null
}
