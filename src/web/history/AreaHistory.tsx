import { useQuery, useQueryClient } from '@tanstack/react-query'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import type { AreaSelector } from '../../contract/area.ts'
import type { HistoryAnswer } from '../../contract/history.ts'
import type { EditionName } from '../../domain/edition.ts'
import { HistoryAllowanceNote } from '../buying/HistoryAllowanceNote.tsx'
import { callsWords } from '../buying/quote-words.ts'
import { unitsOfShown } from '../figures/figure-words.ts'
import { useAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { buyHistory, type HistoryOf, historyOptions } from '../metered/history.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { type Purchase, usePurchase } from '../metered/use-purchase.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { formatCalls } from '../ui/words/format.ts'
import styles from './AreaHistory.module.css'
import { HistoryFigures } from './HistoryFigures.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { publishedMetric, useHistories } from './use-histories.ts'

type Bought = Pick<HistoryAnswer, 'refusal' | 'calls'>

interface AreaHistoryProps {
  /** The edition of the newest period; null while it is not known. */
  name: EditionName | null
  selector: AreaSelector
}

/** How an area's figures changed, where the service declares a history; missing periods are bought on request. */
export function AreaHistory({ name, selector }: AreaHistoryProps) {
  const metric = useAddress((address) => publishedMetric(address.metric))
  const served = useAsOf() ?? null
  // A history ends with the period that is served, whichever period the map shows.
  const of = name && { name: { ...name, as_of: served ?? name.as_of }, area: selector, metric }
  const { offered = false, calls = 0 } = useQuery(historyOptions(of)).data ?? {}
  const [held] = useHistories(name, [selector])
  if (of === null || !offered || !held) return null
  const { points, units } = held
  // The newest period alone is what the area shows anyway.
  const isTold = points.length > 1
  // They are converted already, so what writes them needs no rate.
  const shown = units && unitsOfShown(units)
  return (
    <section className={styles.history}>
      <h3>{t('History')}</h3>
      {shown && isTold && (
        <>
          <HistoryFigures points={points} metric={metric} units={shown} />
          <HistoryTable points={points} metric={metric} units={shown} />
        </>
      )}
      {points.length === 0 && calls === 0 && <p>{t('No period of the past year has a figure here.')}</p>}
      {points.length === 1 && calls === 0 && <p>{t('The service has no figures here from the year before.')}</p>}
      <Offer of={of} />
    </section>
  )
}

function Offer({ of }: { of: HistoryOf }) {
  const client = useQueryClient()
  const purchase = usePurchase(of, (wanted) => buyHistory(client, wanted))
  return (
    <>
      <VisuallyHidden role="status">{purchase.data?.refusal === null && boughtWords(purchase.data)}</VisuallyHidden>
      <Terms of={of} purchase={purchase} />
    </>
  )
}

function boughtWords({ calls }: Bought): string {
  // Somebody else may have bought it in the meantime.
  return calls === 0
    ? t('The history has been bought.')
    : t('The history has been bought: {calls}.', { calls: formatCalls(calls) })
}

function Terms({ of, purchase }: { of: HistoryOf; purchase: Purchase<Bought> }) {
  const { data } = useQuery(historyOptions(of))
  const mode = useSpendingMode()
  if (purchase.error !== null) return <FailureNotice error={purchase.error} onRetry={purchase.buy} />
  if (!data) return null
  // Once it is bought, what is left is said as long as its section is open.
  if (data.calls === 0) return purchase.data !== null ? <HistoryAllowanceNote allowance={data.allowance} /> : null
  if (mode === 'held-only') {
    return <Notice kind="info">{t('Earlier periods have not been bought, and buying is turned off.')}</Notice>
  }
  if (data.refusal !== null) {
    return (
      <>
        <Notice kind="warning" requestId={data.refusal.request_id}>
          {refusalWords(data.refusal)}
        </Notice>
        <HistoryAllowanceNote allowance={data.allowance} />
      </>
    )
  }
  // The next attempt may succeed.
  const refused = purchase.data?.refusal ?? null
  return (
    <div className={styles.offer}>
      {refused !== null && (
        <Notice kind="warning" requestId={refused.request_id}>
          {refusalWords(refused)}
        </Notice>
      )}
      <p>{t('Up to thirteen periods cost {calls}.', { calls: callsWords(data) })}</p>
      <HistoryAllowanceNote allowance={data.allowance} />
      <Button isBusy={purchase.isPending} onPress={purchase.buy}>
        {purchase.isPending ? t('Buying…') : t('Buy the history')}
      </Button>
    </div>
  )
}
