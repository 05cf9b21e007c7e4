import { isAllEstimated, markEstimate } from '../areas/all-estimated.ts'
import { letterOf } from '../areas/area-name.ts'
import { useMapHeadings } from '../beside/use-map-words.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { formatFigure } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { differenceWords, overlapWords } from '../tray/difference-words.ts'
import { TrayBasis } from '../tray/TrayBasis.tsx'
import { TrayChart } from '../tray/TrayChart.tsx'
import { unknownWords } from '../tray/unknown-words.ts'
import { type Tray, type TrayEntry, useTray } from '../tray/use-tray.ts'
import { formatCount } from '../ui/format.ts'
import styles from './Report.module.css'

/** The compared areas as each map has them: their spreads on one axis, and their figures as a table. Nothing without areas. */
export function ReportAreas() {
  const first = useTray()
  const headings = useMapHeadings()
  if (first.entries.length === 0) return null
  return (
    <WithSecondMap read={useTray}>
      {(second) => (
        <>
          <Areas tray={first} heading={second && (headings?.[0] ?? null)} />
          {second && <Areas tray={second} heading={headings?.[1] ?? null} />}
        </>
      )}
    </WithSecondMap>
  )
}

function Areas({ tray, heading }: { tray: Tray; heading: string | null }) {
  return (
    <section className={styles.areas}>
      {heading !== null && <h2>{heading}</h2>}
      <div className={styles.chart}>
        <TrayChart tray={tray}>
          <TrayBasis tray={tray} />
        </TrayChart>
      </div>
      <AreaTable tray={tray} />
      {tray.entries.map((entry) => (
        <UnknownNote key={entry.chosen.color} entry={entry} />
      ))}
    </section>
  )
}

function UnknownNote({ entry }: { entry: TrayEntry }) {
  const words = unknownWords(entry)
  return words === null ? null : (
    <p>
      {letterOf(entry.chosen.color)} · {entry.name}: {words}
    </p>
  )
}

function AreaTable({ tray: { entries, metric } }: { tray: Tray }) {
  const units = entries.find((entry) => entry.units !== null)?.units ?? null
  const title = useMetricTitle(units)
  const isCompared = entries.length > 1
  const format = (value: number | undefined) =>
    value === undefined || units === null ? '—' : formatFigure(value, metric, units)
  return (
    <table className={`${styles.table} ${styles.short}`}>
      <caption className={styles.quiet}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Compared area')}</th>
          <th scope="col">{t('Middle cell')}</th>
          <th scope="col">{t('Middle half')}</th>
          <th scope="col">{t('Observed')}</th>
          <th scope="col">{t('Estimated')}</th>
          <th scope="col">{t('No figure')}</th>
          {isCompared && <th scope="col">{t('Difference')}</th>}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.chosen.color}>
            <th scope="row">
              {letterOf(entry.chosen.color)} · {entry.name}
            </th>
            <td>{marked(entry, format(entry.spread?.middle))}</td>
            <td>{halfWords(entry, (value) => marked(entry, format(value)))}</td>
            <td>{formatCount(entry.bought.counts.observed)}</td>
            <td>{formatCount(entry.bought.counts.estimated)}</td>
            <td>{formatCount(entry.bought.counts.too_few)}</td>
            {isCompared && <td>{differenceText(entry, metric)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function halfWords({ spread }: TrayEntry, format: (value: number | undefined) => string): string {
  if (!spread?.quartiles) return '—'
  return t('{from} to {to}', { from: format(spread.quartiles.lower), to: format(spread.quartiles.upper) })
}

function marked({ figures }: TrayEntry, words: string): string {
  return markEstimate(words, isAllEstimated(figures))
}

function differenceText({ isBaseline, difference, units }: TrayEntry, metric: Tray['metric']): string {
  if (isBaseline) return t('Baseline of the comparison')
  if (!difference || !units) return '—'
  return `${differenceWords(difference, metric, units)}. ${overlapWords(difference.overlap)}`
}
