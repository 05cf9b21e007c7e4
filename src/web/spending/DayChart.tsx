import { t } from '../language/translate.ts'
import { formatCalls, formatCells, formatCount, formatDay } from '../ui/words/format.ts'
import type { DayBar } from './day-bars.ts'
import styles from './Spending.module.css'

const STEP = 10
const GAP = 2
const HEIGHT = 56
/** Bar height of a day without calls, and the least height of a day with calls. */
const LINE = 1
const LEAST = 4

/** A bar chart of metered calls by day; each bar has a tool tip with its day and calls. */
export function DayChart({ bars }: { bars: readonly DayBar[] }) {
  const most = bars.reduce((a, b) => (b.calls > a.calls ? b : a), { day: '', calls: 0 })
  const all = bars.reduce((sum, { calls }) => sum + calls, 0)
  const [first, last] = [bars[0]?.day ?? '', bars.at(-1)?.day ?? '']
  const span = { first: formatDay(first), last: formatDay(last), all: formatCount(all) }
  return (
    <section className={styles.section}>
      <h3>{t('Calls by day')}</h3>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length * STEP - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          most.calls === 0
            ? t('Calls by day from {first} to {last}: {all} in total', span)
            : t('Calls by day from {first} to {last}: {all} in total, most on {day} ({most})', {
                ...span,
                day: formatDay(most.day),
                most: formatCount(most.calls),
              })
        }
      >
        {bars.map(({ day, calls, cells }, i) => {
          const height = calls === 0 ? LINE : Math.max(LEAST, (calls / most.calls) * HEIGHT)
          return (
            <rect
              key={day}
              className={calls === 0 ? styles.none : styles.some}
              x={i * STEP}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
            >
              <title>{`${formatDay(day)}: ${formatCalls(calls)}, ${formatCells(cells)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className={styles.days} aria-hidden>
        <span>{formatDay(first)}</span>
        <span>{t('{all, plural, one {# call} other {# calls}} in total', { all })}</span>
        <span>{formatDay(last)}</span>
      </p>
    </section>
  )
}
