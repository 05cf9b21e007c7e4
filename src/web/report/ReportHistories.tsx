import { formatFigure, metricLabel, type Units, unitsOfShown } from '../figures/figure-words.ts'
import { windowMonths } from '../figures/window-words.ts'
import { HistoryFigures } from '../history/HistoryFigures.tsx'
import type { HistoryPoint } from '../history/history-points.ts'
import type { HeldHistory } from '../history/use-histories.ts'
import { t } from '../language/translate.ts'
import styles from './Report.module.css'

/** An area with its history. */
export interface ReportedHistory {
  /** As the report names it: `A · Gràcia`. */
  readonly name: string
  /** Short, for a table. */
  readonly label: string
  readonly held: HeldHistory
}

/** How areas changed: a chart for each, and the figures of all by period. Nothing while a single period is held. */
export function ReportHistories({ areas }: { areas: readonly ReportedHistory[] }) {
  const told = areas.flatMap(({ held, ...each }) => {
    const known = held.points.filter(({ spread }) => spread !== null)
    return known.length > 1 && held.units ? [{ ...each, ...held, units: unitsOfShown(held.units) }] : []
  })
  const [first] = told
  if (first === undefined) return null
  return (
    <section className={styles.areas}>
      <h3>{t('History')}</h3>
      <div className={styles.histories}>
        {told.map(({ name, points, metric, units }) => (
          <figure key={name} className={styles.history}>
            <figcaption>{name}</figcaption>
            <HistoryFigures points={points} metric={metric} units={units} />
          </figure>
        ))}
      </div>
      <table className={styles.table}>
        <caption className={styles.quiet}>
          {t('{metric}: the middle cell of each period', { metric: metricLabel(first.metric, first.units) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Window')}</th>
            {told.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periodsOf(told.map(({ points }) => points)).map((period) => (
            <tr key={period.as_of}>
              <th scope="row">{windowMonths(period)}</th>
              {told.map(({ label, points, metric, units }) => (
                <td key={label}>
                  {wordsOf(
                    points.find(({ edition }) => edition.as_of === period.as_of),
                    (value) => formatFigure(value, metric, units satisfies Units),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** All periods of several histories, the newest first. */
function periodsOf(histories: readonly (readonly HistoryPoint[])[]): HistoryPoint['edition'][] {
  const editions = new Map(histories.flat().map(({ edition }) => [edition.as_of as string, edition]))
  return [...editions.values()].sort((a, b) => (a.as_of < b.as_of ? 1 : -1))
}

function wordsOf(point: HistoryPoint | undefined, format: (value: number) => string): string {
  if (!point?.spread) return '—'
  return `${point.isEstimated ? '≈ ' : ''}${format(point.spread.middle)}`
}
