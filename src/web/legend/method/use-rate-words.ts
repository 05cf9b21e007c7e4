import type { Metric } from '../../../domain/figure.ts'
import { rateWords } from '../../currency/currency-words.ts'
import { isMoney, type Units } from '../../figures/figure-words.ts'
import { useShownCurrency } from '../../figures/use-shown-currency.ts'
import { t } from '../../language/translate.ts'

/** Returns a sentence on how a metric's money is converted; null where it is shown as it was bought, or nothing is shown. */
export function useRateWords(metric: Metric, units: Pick<Units, 'currency'> | null): string | null {
  const shown = useShownCurrency()
  if (units === null) return null
  // The space for a budget depends on the rate, too.
  if (!isMoney(metric) && metric !== 'area_for_budget') return null
  if (shown.kind === 'known') return rateWords(shown.rate)
  if (shown.kind !== 'unknown') return null
  return t('Shown in {base}: the {currency} rate is not known yet.', { base: units.currency, currency: shown.currency })
}
