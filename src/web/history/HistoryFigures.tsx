import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Metric } from '../../domain/figure.ts'
import { isMoney, metricLabel, type Units } from '../figures/figure-words.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { t } from '../language/translate.ts'
import { formatDay } from '../ui/words/format.ts'
import styles from './AreaHistory.module.css'
import { changeWords } from './change-words.ts'
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
  // Null where they were bought in their currency.
  const oneRate = rate?.kind === 'rate' && rate.currency === units.currency ? rate : null
  return (
    <>
      <p className={styles.quiet}>
        {t('{metric}: the middle cell of each period', { metric: metricLabel(metric, units) })}
      </p>
      {change && <p>{changeWords(change, units, oneRate?.base ?? null)}</p>}
      <HistoryChart points={points} metric={metric} units={units} />
      {oneRate !== null && <p className={styles.quiet}>{oneRateWords(oneRate)}</p>}
    </>
  )
}

/** Says how periods of different rates were converted. */
function oneRateWords({ currency, base, fx_date }: Extract<CurrencyRate, { kind: 'rate' }>): string {
  return t('All periods are converted at the {currency} rate of {day}, so changes are those in {base}.', {
    currency,
    base,
    day: formatDay(fx_date),
  })
}
