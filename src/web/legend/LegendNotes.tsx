import { useEffect, useState } from 'react'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Metric } from '../../domain/figure.ts'
import { type Units, unitOf } from '../figures/figure-words.ts'
import { againstWords, changeWords, windowText } from '../figures/window-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { startOfSentence } from '../language/formats.ts'
import { rich, t } from '../language/translate.ts'
import type { EarlierWindow } from '../metric/use-earlier-edition.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import styles from './Legend.module.css'
import { trimWords } from './method/trim-words.ts'
import { useMarketWords } from './method/use-market-words.ts'
import { useRateWords } from './method/use-rate-words.ts'

interface LegendNotesProps {
  edition: Edition
  /** The period that a change is counted from; null for other metrics. */
  since: EarlierWindow | null
  units: Units
  metric: Metric
}

/** Metric, unit, window, market, trim and floor, as the service states them. */
export function LegendNotes({ edition, since, units, metric }: LegendNotesProps) {
  const { snapshot, resolution } = edition
  const rate = useRateWords(metric, units)
  const unit = unitOf(metric, units)
  const title = useMetricTitle(units)
  const floor = snapshot.min_listings_by_res[String(resolution)]
  const market = useMarketWords(edition, metric)
  const changed = useChangedWindow(snapshot.window_months)
  const records = useRecordWord()
  return (
    <div>
      <h2 className={styles.title}>
        {unit === null
          ? title
          : rich(
              '{title}<quiet> in {unit}</quiet>',
              { quiet: (words) => <span className={styles.unit}>{words}</span> },
              { title, unit },
            )}
      </h2>
      <p className={styles.window} data-changed={changed || undefined}>
        {startOfSentence(windowText(edition))}
        {since && ` ${againstWords(since)}`}
      </p>
      {market !== null && <p>{market}</p>}
      {since && <p className={styles.fine}>{changeWords(edition)}</p>}
      <p className={styles.fine}>
        {floor !== undefined &&
          `${t('At least {floor, number} {records, select, sales {sales} other {listings}} per cell.', { floor, records })} `}
        {trimWords(snapshot.outlier_trim_pct)}
      </p>
      {metric === 'listings' && (
        <p className={styles.fine}>{t('Estimated cells have fewer of their own than that, and no colour.')}</p>
      )}
      {rate !== null && <p className={styles.fine}>{rate}</p>}
      <p className={styles.spoken} role="status">
        {changed && t('The window is now {window}.', { window: windowText(edition) })}
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
