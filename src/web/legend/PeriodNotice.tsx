import { useQuery } from '@tanstack/react-query'
import { periodOptions } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import styles from './Legend.module.css'
import { useTryAgain } from './use-try-again.ts'

/** Why there are no figures at all: the period is not known, or none is published; nothing while it is first looked for. */
export function PeriodNotice() {
  const { data, error, errorUpdateCount } = useQuery(periodOptions)
  const tryAgain = useTryAgain()
  if (data !== undefined) return data.as_of === null ? <p role="status">{withoutPeriodWords(data)}</p> : null
  if (error !== null) return <FailureNotice error={error} onRetry={tryAgain} />
  return errorUpdateCount === 0 ? null : (
    <p className={styles.loading} role="status">
      {t('Trying again…')}
    </p>
  )
}

/** Why nothing can be shown of any period: none is published, or none is known yet. */
export function withoutPeriodWords({ isLookedFor = false }: { isLookedFor?: boolean | undefined }): string {
  return isLookedFor
    ? t(
        'Which period the statistics service has is not known yet: it is slow to answer, or has no current figures for the places asked about so far. The page keeps looking by itself.',
      )
    : t('The statistics service has no current figures at the moment. The page looks again by itself.')
}
