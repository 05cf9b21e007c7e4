import { numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'

const AS_GIVEN = { maximumFractionDigits: 20, useGrouping: false } as const

/**
 * Returns the service's trim setting in words; empty when it states none. The interface calls it a quantile and names it
 * a percentage, so it is shown as given: 1.5 may be per cent, 0.01 a share, and neither word would be safe.
 */
export function trimWords(trim: number | string | null): string {
  if (trim === null) return ''
  if (Number(trim) === 0) return t('No outliers trimmed.')
  const setting = typeof trim === 'number' ? numberFormat(AS_GIVEN).format(trim) : trim
  return t('Outliers trimmed; the service’s setting is {setting}.', { setting })
}
