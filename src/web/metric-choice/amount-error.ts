import { t } from '../language/translate.ts'
import { formatCount, formatRounded } from '../ui/words/format.ts'

/** Returns what is wrong with a typed amount; null when it is valid. */
export function amountError(value: number | null, max: number): string | null {
  if (value === null || !Number.isFinite(value))
    return t('Enter a number from 1 to {most}.', { most: formatCount(max) })
  if (value < 1) return t('{value} is too small: enter at least 1.', { value: formatRounded(value) })
  if (value > max)
    return t('{value} is too large: enter at most {most}.', { value: formatCount(value), most: formatCount(max) })
  return null
}
