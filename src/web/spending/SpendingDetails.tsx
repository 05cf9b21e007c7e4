import { useQuery } from '@tanstack/react-query'
import type { SpendingState } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { meterOptions } from '../metered/meter.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { formatCalls, formatCount } from '../ui/words/format.ts'
import styles from './Spending.module.css'
import { SpendingChoice } from './SpendingChoice.tsx'
import { SpendingHistory } from './SpendingHistory.tsx'

/** Why buying is paused, the spending mode, the caps and the reserve, and what was spent. */
export function SpendingDetails() {
  const spending = useQuery(meterOptions).data?.spending
  return (
    <div className={styles.details}>
      {spending?.paused && (
        <Notice kind="warning" requestId={spending.paused.request_id}>
          {refusalWords(spending.paused)}
        </Notice>
      )}
      <SpendingChoice />
      {spending && <Guards spending={spending} />}
      <SpendingHistory />
    </div>
  )
}

function Guards({ spending: { reserve, day, viewer } }: { spending: SpendingState }) {
  if (reserve === 0 && day === null && viewer === null) return null
  return (
    <dl className={styles.rows}>
      {viewer && <Row term={t('Spent by you today')} value={ofCalls(viewer)} />}
      {day && <Row term={t('Spent by everyone today')} value={ofCalls(day)} />}
      {reserve > 0 && <Row term={t('Kept in reserve')} value={formatCalls(reserve)} />}
    </dl>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function ofCalls({ spent, calls }: { spent: number; calls: number }): string {
  return t('{spent} of {calls, plural, one {# call} other {# calls}}', { spent: formatCount(spent), calls })
}
