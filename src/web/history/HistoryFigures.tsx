import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Metric } from '../../domain/figure.ts'
import { markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, isMoney, metricLabel, type Units } from '../figures/figure-words.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { formatDay } from '../ui/words/format.ts'
import styles from './AreaHistory.module.css'
import { HistoryChart } from './HistoryChart.tsx'
import { changeOf, type HistoryPoint } from './history-points.ts'

interface HistoryFiguresProps {
  points: readonly HistoryPoint[]
  metric: Metric
  /** The units of values that are already converted. */
  units: Units
}

/** A history in a sentence and a chart. */
export function HistoryFigures({ points, metric, units }: HistoryFiguresProps) {
  const change = changeOf(points)
  const shown = useShownCurrency()
  // Finding each period's own rate would cost a call for each.
  const rate = shown.kind === 'known' && isMoney(metric) ? shown.rate : null
  const rateNote = rate?.currency === units.currency ? oneRateWords(rate) : null
  return (
    <>
      <p className={styles.quiet}>
        {t('{metric}: the middle cell of each period', { metric: metricLabel(metric, units) })}
      </p>
      {change && (
        <p>
          {t('{change} from {since} to {until}', {
            change: markEstimate(formatFigure(change.percent, 'difference', units), change.isEstimate),
            since: windowMonths(change.since),
            until: windowMonths(change.until),
          })}
        </p>
      )}
      <HistoryChart points={points} metric={metric} units={units} />
      {rateNote !== null && <p className={styles.quiet}>{rateNote}</p>}
    </>
  )
}

/** Says how periods of different rates were converted; null where they were bought in their currency. */
function oneRateWords(rate: CurrencyRate): string | null {
  if (rate.kind === 'bought-as-such') return null
  const { currency, base, fx_date } = rate
  return t('All periods are converted at the {currency} rate of {day}, so changes are those in {base}.', {
    currency,
    base,
    day: formatDay(fx_date),
  })
}
