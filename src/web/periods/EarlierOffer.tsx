import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { HistoryAllowanceNote } from '../buying/HistoryAllowanceNote.tsx'
import { costWords } from '../buying/quote-words.ts'
import styles from '../buying/ViewOffer.module.css'
import { lastMonth } from '../figures/window-words.ts'
import { showPeriod, useAsOf, useOfferedPeriod } from '../free/period.ts'
import { startOfSentence } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { buyEarlier, type EarlierOf, noteEmpty } from '../metered/earlier.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { usePurchase } from '../metered/use-purchase.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { Panel } from '../ui/Panel.tsx'
import { leaveOutPeriods } from './leave-out-periods.ts'
import { linkedFuture } from './linked-future.ts'
import { UnavailableNotice } from './UnavailableNotice.tsx'
import { useEarlierInView } from './use-earlier-in-view.ts'
import { useEmptyAsNow } from './use-empty-as-now.ts'
import { useUnavailablePlace } from './use-unavailable-place.ts'
import { useWantedPeriods } from './use-wanted-periods.ts'

/**
 * What the earlier periods that the map needs would cost in this view and the button that buys them, or why they cannot be
 * bought.
 */
export function EarlierOffer() {
  const wanted = useWantedPeriods()
  useLinkedFuture()
  useEmptyAsNow(wanted)
  return wanted.length === 0 ? null : <OfferFor periods={wanted} />
}

/** A link can have a period that has not come yet, or the newer one that the page only offers so far. */
function useLinkedFuture(): void {
  const client = useQueryClient()
  const served = useAsOf() ?? null
  const offered = useOfferedPeriod()
  const period = useAddress((address) => address.period)
  const since = useAddress((address) => address.since)
  const beside = useAddress((address) => (address.beside?.kind === 'period' ? address.beside.period : null))
  useEffect(() => {
    if (served === null) return
    const linked = [period, since, beside].filter((each) => each !== null)
    const { moveTo, toLeaveOut } = linkedFuture(linked, served, offered)
    if (toLeaveOut.length > 0) leaveOutPeriods(toLeaveOut)
    if (moveTo !== null) showPeriod(client, moveTo)
  }, [period, since, beside, served, offered, client])
}

function OfferFor({ periods }: { periods: readonly AsOf[] }) {
  const { of, answer } = useEarlierInView(periods)
  const mode = useSpendingMode()
  const place = useUnavailablePlace()
  useEffect(() => {
    if (of !== null && answer !== null) noteEmpty(of, answer)
    const missing = answer?.periods.filter(({ is_published, held }) => is_published === false && held === 0) ?? []
    if (missing.length > 0) leaveOutPeriods(missing.flatMap(({ as_of }) => parseAsOf(as_of) ?? []))
  }, [of, answer])
  if (place === 'offer' && answer?.unavailable && answer.periods.some(({ missing }) => missing > 0)) {
    return (
      <div className={styles.bar} data-testid="earlier-offer">
        <UnavailableNotice answer={answer} />
      </div>
    )
  }
  if (of === null || answer === null || answer.calls === 0 || mode === null || mode === 'held-only') return null
  return (
    <div className={styles.bar} data-testid="earlier-offer">
      <Panel label={t('Cost of earlier periods')} isAboutMap bare>
        <Terms of={of} answer={answer} />
      </Panel>
    </div>
  )
}

function Terms({ of, answer }: { of: EarlierOf; answer: EarlierAnswer }) {
  const client = useQueryClient()
  const purchase = usePurchase(of, (wanted) => buyEarlier(client, wanted))
  if (purchase.error !== null) return <FailureNotice error={purchase.error} onRetry={purchase.buy} />
  const refused = purchase.data?.refusal ?? null
  const refusal = answer.refusal ?? refused
  const missing = answer.periods.filter((period) => period.missing > 0)
  const months = of.periods.filter((as_of) => missing.some((period) => period.as_of === as_of)).map(lastMonth)
  if (refusal !== null) {
    // Where the quote was refused, nobody has seen a cost yet, so only the quote is tried again.
    const again = refused === null ? () => void client.refetchQueries({ queryKey: ['earlier'] }) : purchase.buy
    return (
      <div className={styles.refused}>
        <Notice kind="warning" requestId={refusal.request_id} action={{ label: t('Try again'), onPress: again }}>
          {refusalWords(refusal)}
        </Notice>
        <HistoryAllowanceNote allowance={answer.allowance} />
      </div>
    )
  }
  return (
    <div className={styles.offer}>
      <div className={styles.words}>
        <p role="status">
          {startOfSentence(t('{month} is not paid for in all of this view.', { month: months.join(', ') }))}
        </p>
        <HistoryAllowanceNote allowance={answer.allowance} />
      </div>
      <Button look="primary" isBusy={purchase.isPending} onPress={purchase.buy}>
        {purchase.isPending
          ? t('Buying…')
          : t('Buy {month}: {cost}', { month: months.join(', '), cost: costWords(answer) })}
      </Button>
    </div>
  )
}
