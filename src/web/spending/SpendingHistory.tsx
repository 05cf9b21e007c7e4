import { useQuery } from '@tanstack/react-query'
import type { MeterDetail } from '../../contract/proxy-api.ts'
import { lensWords } from '../lens/lens-words.ts'
import { filtersOptions } from '../queries/filters.ts'
import { meterDetailOptions } from '../queries/meter.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { countOf } from '../ui/format.ts'
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
      {saved.held_cells > 0 && (
        <p className={styles.soft}>
          {countOf(saved.held_cells, 'cell')} shown {saved.held_cells === 1 ? 'was' : 'were'} already paid for
          {saved.calls > 0 && <>, saving about {countOf(saved.calls, 'call')}</>}.
        </p>
      )}
    </>
  )
}

function Lenses({ lenses }: { lenses: MeterDetail['by_lens'] }) {
  const filters = useQuery(filtersOptions).data?.filters ?? []
  return (
    <section className={styles.section}>
      <h3>Calls by filter</h3>
      <dl className={styles.rows}>
        {lenses.map(({ lens, calls, bought_cells }) => (
          <div key={lens} title={countOf(bought_cells, 'cell')}>
            <dt>{lensWords(filters, lens)}</dt>
            <dd>{countOf(calls, 'call')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
