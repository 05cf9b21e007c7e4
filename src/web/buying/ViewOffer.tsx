import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import { tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import { type Offer, quoteOptions } from '../queries/quote.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { refusalWords } from '../ui/refusal-words.ts'
import { useViewCells } from '../view/view-cells.ts'
import { costWords } from './quote-words.ts'
import { takeOffer } from './take-offer.ts'
import styles from './ViewOffer.module.css'
import { viewOffer } from './view-offer.ts'

/** In ask-first mode, what the rest of the view would cost and the button that buys it; otherwise nothing. */
export function ViewOffer() {
  const offer = useViewOffer()
  return offer === null ? null : <OfferBar offer={offer} />
}

function useViewOffer(): Offer | null {
  const mode = useSpendingMode()
  const rested = usePage((page) => page.rested)
  const view = useViewCells()
  const version = useTileStoreVersion()
  const isWaiting = mode === 'ask' && view?.isSettled === true && view.trouble.isUnasked
  const name = view?.name ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  return useMemo(
    () => (isWaiting && rested && name ? viewOffer(tileStore, name, rested) : null),
    [isWaiting, rested, name, version],
  )
}

function OfferBar({ offer }: { offer: Offer }) {
  const quote = useQuery(quoteOptions(offer))
  const isFree =
    quote.data?.calls === 0 &&
    quote.data.refusal === null &&
    quote.data.no_listings.length + quote.data.not_covered.length === 0
  useEffect(() => {
    // A free offer needs no consent: others have bought the figures since, or the service covers nothing there.
    if (isFree) takeOffer(offer)
  }, [isFree, offer])
  if (isFree) return null
  return (
    <div className={styles.bar} data-testid="view-offer">
      <Panel label="Cost of this view" bare>
        {quote.isError ? (
          <FailureNotice error={quote.error} onRetry={() => void quote.refetch()} />
        ) : (
          <OfferContent quote={quote.data} onTake={() => takeOffer(offer)} />
        )}
      </Panel>
    </div>
  )
}

function OfferContent({ quote, onTake }: { quote: PurchaseQuote | undefined; onTake: () => void }) {
  if (quote?.refusal) {
    return (
      <Notice kind="warning" requestId={quote.refusal.request_id}>
        {refusalWords(quote.refusal)}
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <p className={styles.words} role="status">
        {quote ? 'Not all of this view is paid for.' : 'Working out what this view would cost…'}
      </p>
      <Button look="primary" isDisabled={!quote} onPress={onTake}>
        {quote ? `Buy this view: ${costWords(quote)}` : 'Buy this view'}
      </Button>
    </div>
  )
}
