import { useQueryClient } from '@tanstack/react-query'
import { costWords } from '../buying/quote-words.ts'
import { t } from '../language/translate.ts'
import { buyEarlier } from '../metered/earlier.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { usePurchase } from '../metered/use-purchase.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import styles from './MonthsBar.module.css'
import type { OfferedPeriod } from './offered-periods.ts'
import { type EarlierInView, useEarlierInView } from './use-earlier-in-view.ts'
import { useWantedPeriods } from './use-wanted-periods.ts'

/** How many of the months are paid for in the view, and what the rest would cost. */
export function RestOfMonths({
  inView: { of, answer },
  months,
}: {
  inView: EarlierInView
  months: readonly OfferedPeriod[]
}) {
  const client = useQueryClient()
  const mode = useSpendingMode()
  const shown = useEarlierInView(useWantedPeriods()).answer
  const purchase = usePurchase(of, (wanted) => buyEarlier(client, wanted))
  if (purchase.error !== null) return <FailureNotice error={purchase.error} onRetry={purchase.buy} />
  if (of === null || answer === null || months.length < 2) return null
  const held = months.filter(({ isHeld }) => isHeld).length
  const refusal = answer.calls > 0 ? (answer.refusal ?? purchase.data?.refusal ?? null) : null
  // The offer for the months that are shown stands beside this, and gives the same reason.
  const isSaid = shown !== null && shown.calls > 0 && shown.refusal?.code === refusal?.code
  return (
    <div className={styles.rest}>
      <p className={styles.quiet} role="status">
        {t(
          '{held, number} of {all, plural, one {# month} other {# months}} {held, plural, one {is} other {are}} paid for in this view.',
          { held, all: months.length },
        )}
      </p>
      {mode !== 'held-only' && refusal !== null && !isSaid && (
        <Notice kind="warning" requestId={refusal.request_id}>
          {refusalWords(refusal)}
        </Notice>
      )}
      {answer.calls > 0 && mode !== null && mode !== 'held-only' && answer.refusal === null && (
        <Button isBusy={purchase.isPending} onPress={purchase.buy}>
          {purchase.isPending ? t('Buying…') : t('Buy the rest: {cost}', { cost: costWords(answer) })}
        </Button>
      )}
    </div>
  )
}
