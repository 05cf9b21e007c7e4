import type { Metric } from '../../domain/figure.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, titleWithUnit } from '../figures/figure-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { differenceWords, overlapWords } from '../tray/compared/difference-words.ts'
import { listingsIn } from '../tray/compared/listings-in.ts'
import type { TrayEntry } from '../tray/compared/use-tray.ts'
import { formatCount } from '../ui/words/format.ts'
import { useGroundSizeWords } from '../ui/words/ground-size.ts'
import styles from './Report.module.css'
import type { ReportedArea } from './report-areas.ts'

/** From so many areas on, their order is not seen at once. */
const RANKED_FROM = 3

interface FiguresTableProps {
  areas: readonly ReportedArea[]
  metric: Metric
  /** False where the areas cannot be compared. */
  isRanked: boolean
}

/** The figures of areas, with their ranks and their differences from the baseline. */
export function FiguresTable({ areas, metric, isRanked }: FiguresTableProps) {
  const units = areas.find(({ entry }) => entry.units !== null)?.entry.units ?? null
  const title = useMetricTitle(units)
  const isCompared = areas.length > 1
  const hasRanks = isRanked && areas.filter(({ rank }) => rank !== null).length >= RANKED_FROM
  const format = (entry: TrayEntry, value: number | undefined) =>
    value === undefined || units === null
      ? '—'
      : // In a narrow column, a line would end with the mark.
        markEstimate(formatFigure(value, metric, units), isMostlyEstimated(entry.figures)).replace('≈ ', '≈\u00a0')
  return (
    <table className={`${styles.table} ${styles.short}`}>
      <caption className={styles.quiet}>{units ? titleWithUnit(title, metric, units) : title}</caption>
      <thead>
        <tr>
          {hasRanks && <th scope="col">{t('Rank')}</th>}
          <th scope="col">{t('Compared area')}</th>
          <th scope="col">{t('Middle cell')}</th>
          <th scope="col">{t('Middle half')}</th>
          {isCompared && <th scope="col">{t('Difference')}</th>}
        </tr>
      </thead>
      <tbody>
        {areas.map(({ entry, name, rank }) => (
          <tr key={name}>
            {hasRanks && <td>{rank === null ? '—' : formatCount(rank)}</td>}
            <th scope="row">{name}</th>
            <td>{format(entry, entry.spread?.middle)}</td>
            <td>{halfWords(entry, (value) => format(entry, value))}</td>
            {isCompared && <td>{differenceText(entry, metric)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where areas lie, how large they are, and what their figures come from. */
export function SourcesTable({ areas }: { areas: readonly ReportedArea[] }) {
  const isSales = useRecordWord() === 'sales'
  const sizeWords = useGroundSizeWords()
  const listings = areas.map(({ entry }) => listingsIn(entry.area.cells))
  const hasListings = listings.some((count) => count !== null)
  return (
    <table className={`${styles.table} ${styles.short}`}>
      <caption className={styles.quiet}>
        {t('Where the areas lie, and how many hexagons their figures come from')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('Compared area')}</th>
          <th scope="col">{t('Place')}</th>
          <th scope="col">{t('Size')}</th>
          {hasListings && (
            <th scope="col">{isSales ? t('Sales in observed cells') : t('Listings in observed cells')}</th>
          )}
          <th scope="col">{t('Observed')}</th>
          <th scope="col">{t('Estimated')}</th>
          <th scope="col">{t('No figure')}</th>
        </tr>
      </thead>
      <tbody>
        {areas.map(({ entry: { bought }, name, where, km2 }, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{where}</td>
            <td>{km2 === null || km2 === 0 ? '—' : sizeWords(km2)}</td>
            {hasListings && <td>{formatOrNone(listings[index] ?? null)}</td>}
            <td>{formatCount(bought.counts.observed)}</td>
            <td>{formatCount(bought.counts.estimated)}</td>
            <td>{formatCount(bought.counts.too_few)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatOrNone(count: number | null): string {
  return count === null ? '—' : formatCount(count)
}

function halfWords({ spread }: TrayEntry, format: (value: number) => string): string {
  if (!spread?.quartiles) return '—'
  return t('{from} to {to}', { from: format(spread.quartiles.lower), to: format(spread.quartiles.upper) })
}

function differenceText({ isBaseline, difference, units }: TrayEntry, metric: Metric): string {
  if (isBaseline) return t('Baseline of the comparison')
  if (!difference || !units) return '—'
  return `${differenceWords(difference, metric, units)}. ${overlapWords(difference.overlap)}`
}
