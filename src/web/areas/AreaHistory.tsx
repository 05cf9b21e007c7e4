import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AreaSelector } from '../../contract/area.ts'
import type { EditionName } from '../../domain/edition.ts'
import { PUBLISHED_METRICS, type PublishedMetric } from '../../domain/figure.ts'
import { convertedValue, formatFigure, metricLabel, type Units, unitsOfShown } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { windowMonths } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { buyHistory, type HistoryOf, historyOptions } from '../queries/history.ts'
import { useAsOf } from '../queries/period.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { refusalWords } from '../ui/refusal-words.ts'
import styles from './AreaHistory.module.css'
import { HistoryChart } from './HistoryChart.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { changeOf, type HistoryPoint, historyPoints } from './history-points.ts'

interface AreaHistoryProps {
  /** The edition of the newest period; null while it is not known. */
  name: EditionName | null
  /** The same object every time. */
  selector: AreaSelector
}

/** How an area's figures changed, where the service declares a history; missing periods are bought on request. */
export function AreaHistory({ name, selector }: AreaHistoryProps) {
  const metric = useAddress((address) => publishedMetric(address.metric))
  const served = useAsOf() ?? null
  // A history ends with the period that is served, whichever period the map shows.
  const of = name && { name: { ...name, as_of: served ?? name.as_of }, area: selector, metric }
  const query = useQuery(historyOptions(of))
  const { offered = false, periods = [], calls = 0 } = query.data ?? {}
  const newest = periods.at(-1)?.edition ?? null
  const units = useShownUnits(newest)
  if (of === null || !offered) return null
  const convert = (value: number) => (units ? convertedValue(value, metric, units) : value)
  const points = historyPoints(periods, convert)
  // The newest period alone is what the area shows anyway.
  const isTold = points.length > (calls === 0 ? 0 : 1)
  // They are converted above, so what writes them needs no rate.
  const shown = units && unitsOfShown(units)
  return (
    <section className={styles.history}>
      <h3>{t('History')}</h3>
      {shown && isTold && <Told points={points} metric={metric} units={shown} />}
      <Offer of={of} />
    </section>
  )
}

/** Metrics that the page computes have no history of their own; the figures behind them do. */
function publishedMetric(metric: string): PublishedMetric {
  return PUBLISHED_METRICS.find((each) => each === metric) ?? 'median_price_per_sqm'
}

interface ToldProps {
  points: readonly HistoryPoint[]
  metric: PublishedMetric
  units: Units
}

function Told({ points, metric, units }: ToldProps) {
  const change = changeOf(points)
  return (
    <>
      <p className={styles.quiet}>
        {t('{metric}: the middle cell of each period', { metric: metricLabel(metric, units) })}
      </p>
      {change && (
        <p>
          {t('{change} since {window}', {
            change: formatFigure(change.percent, 'difference', units),
            window: windowMonths(change.since),
          })}
        </p>
      )}
      <HistoryChart points={points} metric={metric} units={units} />
      <HistoryTable points={points} metric={metric} units={units} />
    </>
  )
}

function Offer({ of }: { of: HistoryOf }) {
  const client = useQueryClient()
  const { data } = useQuery(historyOptions(of))
  const mode = useSpendingMode()
  const purchase = useMutation({ mutationFn: () => buyHistory(client, of) })
  if (purchase.isError) return <FailureNotice error={purchase.error} onRetry={() => purchase.mutate()} />
  if (!data || data.calls === 0) return null
  if (mode === 'held-only') {
    return <Notice kind="info">{t('Earlier periods have not been bought, and buying is turned off.')}</Notice>
  }
  if (data.refusal !== null) {
    return (
      <Notice kind="warning" requestId={data.refusal.request_id}>
        {refusalWords(data.refusal)}
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <p>{t('Up to thirteen periods cost {count, plural, one {# call} other {# calls}}.', { count: data.calls })}</p>
      <Button isDisabled={purchase.isPending} onPress={() => purchase.mutate()}>
        {purchase.isPending ? t('Buying…') : t('Buy the history')}
      </Button>
    </div>
  )
}
