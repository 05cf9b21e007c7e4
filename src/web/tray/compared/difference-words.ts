import type { Metric } from '../../../domain/figure.ts'
import { markEstimate } from '../../areas/spread/mostly-estimated.ts'
import { formatFigure, isShare, type Units } from '../../figures/figure-words.ts'
import { numberFormat } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'
import type { Overlap, ReadDifference } from './compare-spreads.ts'

/** Says a difference in amount and per cent: `+$1,200/m² (+12%)`. */
export function differenceWords(difference: ReadDifference, metric: Metric, units: Units): string {
  return markEstimate(exactWords(difference, metric, units), difference.isEstimate)
}

function exactWords({ amount, percent }: ReadDifference, metric: Metric, units: Units): string {
  if (isShare(metric)) {
    const points = numberFormat(SIGNED_POINTS).format(amount)
    return t('{count, plural, one {{points} point} other {{points} points}}', { count: Math.abs(amount), points })
  }
  const size = formatFigure(Math.abs(amount), metric, units)
  const signed = amount > 0 ? `+${size}` : amount < 0 ? `−${size}` : size
  if (percent === null) return signed
  return `${signed} (${shareWords(percent)})`
}

/** Beside a difference in amounts, a share of 0% would say that there is none. */
function shareWords(percent: number): string {
  const size = Math.abs(percent)
  if (size >= 0.5) return numberFormat(SIGNED_PERCENT).format(percent / 100)
  if (size < 0.05) return `<${numberFormat(TENTHS_PERCENT).format(0.001)}`
  return numberFormat({ ...TENTHS_PERCENT, signDisplay: 'exceptZero' }).format(percent / 100)
}

const SIGNED_POINTS = { maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
const SIGNED_PERCENT = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const
const TENTHS_PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const

/** Says in a few words whether two spreads overlap. */
export function overlapWords(overlap: Overlap): string {
  switch (overlap) {
    case 'apart':
      return t('The spreads do not overlap at all.')
    case 'halves_apart':
      return t('The middle halves do not overlap.')
    case 'overlap':
      return t('The middle halves overlap in part.')
    case 'alike':
      return t('The spreads largely overlap: the difference says little.')
    case 'unknown':
      return t('Too few cells to say whether the spreads overlap.')
  }
}
