import { useIsSimulated } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import styles from './SimulatedBadge.module.css'

/** A permanent badge where the market is simulated. */
export function SimulatedBadge() {
  return useIsSimulated() ? <span className={styles.badge}>{t('Simulated market')}</span> : null
}
