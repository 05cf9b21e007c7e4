import type { Metric } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'
import type { MetricGap } from '../metric/use-reading.ts'
import type { ViewCells } from '../view/view-cells.ts'

/** Returns why no hexagon has a colour, and what the viewer can do. */
export function gapWords(gap: MetricGap): string {
  switch (gap) {
    case 'no_budget':
      return t('Enter a budget to see how much space it pays for.')
    case 'no_rate':
      return t('The exchange rate of the budget’s currency is not known.')
    case 'no_size':
      return t('Enter a size to see what that much space costs.')
    case 'no_baseline':
      return t('There is no price to compare with yet.')
    case 'no_since':
      return t('Changes are counted from an earlier period, and none is chosen.')
    case 'no_rent':
      return t('The statistics service does not list both sales and rents, so there is no yield.')
    case 'offer':
      return t('A yield compares sale and rent. Choose one of the two as the offer.')
    case 'price_range':
      return t('A price range would leave out sales or rents, so no yield is shown with one.')
  }
}

/** Returns that the service gives no figures of a metric, where the cells in view have others; otherwise null. */
export function notGivenWords(view: Pick<ViewCells, 'cells' | 'isSettled'> | null, metric: Metric): string | null {
  if (!view?.isSettled) return null
  const isGiven = view.cells.some(({ figure }) => (figure?.[metric] ?? null) !== null)
  if (isGiven || view.cells.every(({ figure }) => figure === null)) return null
  switch (metric) {
    case 'listings':
      return t(
        'The figures here have no numbers of listings: the service gives none, or gave none when they were bought.',
      )
    case 'average_price':
      return t('The figures here have no average prices: the service gives none, or gave none when they were bought.')
    default:
      return t('The cells here have figures, but none of this kind.')
  }
}
