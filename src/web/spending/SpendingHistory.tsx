import { useQuery } from '@tanstack/react-query'
import type { MeterDetail } from '../../contract/proxy-api.ts'
import { filtersOptions } from '../free/filters.ts'
import { t } from '../language/translate.ts'
import { lensWords } from '../lens/lens-words.ts'
import { meterDetailOptions } from '../metered/meter.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { formatCalls, formatCells } from '../ui/words/format.ts'
import { DayChart } from './DayChart.tsx'
import { dayBars } from './day-bars.ts'
import styles from './Spending.module.css'

const LENSES_SHOWN = 5

/** What was spent by day and by filter, and what was saved by never buying twice. */
export function SpendingHistory() {
  const detail = useQuery(meterDetailOptions)
  if (detail.isLoadingError) return <FailureNotice error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <div className={styles.skeleton} aria-hidden />
  const { by_day, by_lens, saved } = detail.data
  return (
    <>
      <DayChart bars={dayBars(by_day, Date.now())} />
      {by_lens.length > 0 && <Lenses lenses={by_lens.slice(0, LENSES_SHOWN)} />}
      {saved.held_cells > 0 && <p className={styles.soft}>{savedWords(saved)}</p>}
    </>
  )
}

function savedWords({ held_cells: held, calls }: MeterDetail['saved']): string {
  return calls === 0
    ? t('{held, plural, one {# cell shown was} other {# cells shown were}} already paid for.', { held })
    : t(
        '{held, plural, one {# cell shown was} other {# cells shown were}} already paid for, saving about {calls, plural, one {# call} other {# calls}}.',
        { held, calls },
      )
}

function Lenses({ lenses }: { lenses: MeterDetail['by_lens'] }) {
  const filters = useQuery(filtersOptions).data?.filters ?? []
  return (
    <section className={styles.section}>
      <h3>{t('Calls by filter')}</h3>
      <dl className={styles.rows}>
        {lenses.map(({ lens, calls, bought_cells }) => (
          <div key={lens} title={formatCells(bought_cells)}>
            <dt>{lensWords(filters, lens)}</dt>
            <dd>{formatCalls(calls)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
