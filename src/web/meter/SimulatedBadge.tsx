import { useQuery } from '@tanstack/react-query'
import { coverageOptions } from '../queries/coverage.ts'
import styles from './SimulatedBadge.module.css'

/** Says for as long as one looks that the market is simulated, where the service's own notes say so. */
export function SimulatedBadge() {
  const coverage = useQuery(coverageOptions).data
  const isSimulated = /\bsimulated\b/i.test(`${coverage?.coverage ?? ''} ${coverage?.freshness ?? ''}`)
  return isSimulated ? <span className={styles.badge}>Simulated market</span> : null
}
