import { useEffect, useState } from 'react'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Metric } from '../../domain/figure.ts'
import { rateWords } from '../currency/currency-words.ts'
import { metricLabel, moneyUnit, sizeUnit, type Units } from '../figures/figure-words.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { useRecordWord } from '../queries/coverage.ts'
import { formatCount } from '../ui/format.ts'
import styles from './Legend.module.css'
import { trimWords } from './trim-words.ts'

/** Metric, unit, window, trim and floor, as the service states them. */
export function LegendNotes({ edition, units, metric }: { edition: Edition; units: Units; metric: Metric }) {
  const { snapshot, resolution } = edition
  const shown = useShownCurrency()
  const floor = snapshot.min_listings_by_res[String(resolution)]
  const changed = useChangedWindow(snapshot.window_months)
  const records = useRecordWord()
  return (
    <div>
      <h2 className={styles.title}>
        {metricLabel(metric, units)}
        <span className={styles.unit}>
          {' '}
          in {metric === 'median_area' ? sizeUnit(units.size_unit) : moneyUnit(units)}
        </span>
      </h2>
      <p className={styles.window} data-changed={changed || undefined}>
        {windowText(edition)}
      </p>
      <p className={styles.fine}>
        {floor !== undefined && (
          <>
            At least {formatCount(floor)} {records} per cell.{' '}
          </>
        )}
        {trimWords(snapshot.outlier_trim_pct)}
      </p>
      {metric !== 'median_area' && shown.kind === 'known' && <p className={styles.fine}>{rateWords(shown.rate)}</p>}
      {metric !== 'median_area' && shown.kind === 'unknown' && (
        <p className={styles.fine}>{`Shown in ${units.currency}: the ${shown.currency} rate is not known yet.`}</p>
      )}
      <p className={styles.announce} role="status">
        {changed && `The window is now ${windowText(edition)}.`}
      </p>
    </div>
  )
}

const SHOWN_MS = 4000

/** True for a few seconds after the window's length changes, as it does between resolutions 6 and 7. */
function useChangedWindow(months: number | null): boolean {
  const [seen, setSeen] = useState(months)
  useEffect(() => {
    if (seen === months) return
    const timer = setTimeout(() => setSeen(months), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [seen, months])
  return seen !== months
}
