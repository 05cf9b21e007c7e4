import { letterOf } from '../areas/chosen/area-name.ts'
import { listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { formatCount } from '../ui/words/format.ts'
import { useJointRest } from './compared/use-joint-rest.ts'
import type { TrayEntry } from './compared/use-tray.ts'
import styles from './Tray.module.css'

/** What the rest of several areas costs together, and the button that buys it. */
export function JointRestOffer({ entries }: { entries: readonly TrayEntry[] }) {
  const rest = useJointRest(entries)
  const mode = useSpendingMode()
  if (rest === null || mode === 'held-only') return null
  const { cost, failure, isBuying, buy } = rest
  const letters = listOf(rest.entries.map(({ chosen }) => letterOf(chosen.color)))
  return (
    <div className={styles.offer} data-testid="joint-rest">
      {failure !== null && <FailureNotice error={failure.error} onRetry={failure.retry} />}
      {cost === null ? (
        failure === null && <p className={styles.quiet}>{t('Looking up what the rest costs…')}</p>
      ) : (
        <>
          <p>
            {t('The rest of {areas} costs {calls, plural, one {# call} other {# calls}} together, {cells} cells.', {
              areas: letters,
              calls: cost.calls,
              cells: formatCount(cost.bought_cells),
            })}
          </p>
          <Button look="primary" isBusy={isBuying} onPress={buy}>
            {isBuying ? t('Buying…') : t('Buy all of it')}
          </Button>
        </>
      )}
    </div>
  )
}
