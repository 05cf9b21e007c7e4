import { numberFormat } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'

const AS_GIVEN = { maximumFractionDigits: 20, useGrouping: false } as const

/** Says whether the service left out extreme prices; empty when it does not state it. */
export function trimWords(trim: number | string | null): string {
  if (trim === null) return ''
  return isNothing(trim) ? t('No extreme prices left out.') : t('Extreme prices left out.')
}

/**
 * Says the same with the service's setting. The interface calls it a quantile and names it a percentage, so it is shown as
 * given: 1.5 may be per cent, 0.01 a share, and neither word would be safe.
 */
export function trimSettingWords(trim: number | string | null): string {
  if (trim === null || isNothing(trim)) return trimWords(trim)
  const setting = typeof trim === 'number' ? numberFormat(AS_GIVEN).format(trim) : trim
  return t('Extreme prices left out (the service’s setting: {setting}).', { setting })
}

function isNothing(trim: number | string): boolean {
  return Number(trim) === 0
}
