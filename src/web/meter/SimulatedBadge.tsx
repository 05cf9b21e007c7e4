import { useQuery } from '@tanstack/react-query'
import { t } from '../language/translate.ts'
import { coverageOptions } from '../queries/coverage.ts'
import styles from './SimulatedBadge.module.css'

/** A permanent badge when the service's own notes call the market simulated. */
export function SimulatedBadge() {
  const coverage = useQuery(coverageOptions).data
  const isSimulated = /\bsimulated\b/i.test(`${coverage?.coverage ?? ''} ${coverage?.freshness ?? ''}`)
  return isSimulated ? <span className={styles.badge}>{t('Simulated market')}</span> : null
}
