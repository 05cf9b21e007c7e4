import { useQueries } from '@tanstack/react-query'
import { sum } from 'd3-array'
import { useEffect, useMemo } from 'react'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { type Offer, quoteOptions } from '../metered/quote.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells } from '../view/view-cells.ts'
import { costWords } from './quote-words.ts'
import { takeOffer } from './take-offer.ts'
import { useWantedEditions } from './use-view-purchases.ts'
import styles from './ViewOffer.module.css'
import { viewOffers } from './view-offer.ts'

/** In ask-first mode, what the rest of the view would cost and the button that buys it; otherwise nothing. */
export function ViewOffer() {
  const offers = useViewOffers()
  return offers.length === 0 ? null : <OfferBar offers={offers} />
}

const NONE: readonly Offer[] = []

function useViewOffers(): readonly Offer[] {
  const mode = useSpendingMode()
  const rested = usePage((page) => page.rested)
  const view = useViewCells()
  const version = useTileStoreVersion()
  const isTwo = useAddress((address) => address.beside !== null)
  // The second map may lack what the first has.
  const isWaiting = mode === 'ask' && view?.isAnswered === true && (isTwo || view.trouble.isUnasked)
  const names = useWantedEditions(view?.name ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  return useMemo(
    () => (isWaiting && rested ? viewOffers(tileStore, names, rested) : NONE),
    [isWaiting, rested, names, version],
  )
}

function OfferBar({ offers }: { offers: readonly Offer[] }) {
  const quotes = useQueries({ queries: offers.map((offer) => quoteOptions(offer)) })
  const failed = quotes.find(({ isError }) => isError)
  const known = quotes.flatMap(({ data }) => data ?? [])
  const quote = known.length === offers.length ? sumOf(known) : undefined
  const isFree = quote?.isFree === true
  const take = () => {
    for (const offer of offers) takeOffer(offer)
  }
  useEffect(() => {
    // A free offer needs no consent: somebody has bought the figures since, or the service covers nothing there.
    if (isFree) for (const offer of offers) takeOffer(offer)
  }, [isFree, offers])
  if (isFree) return null
  return (
    <div className={styles.bar} data-testid="view-offer">
      <Panel label={t('Cost of this view')} bare>
        {failed ? (
          <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <OfferContent quote={quote} onTake={take} />
        )}
      </Panel>
    </div>
  )
}

/** What several offers cost together. */
interface Sum extends Pick<PurchaseQuote, 'calls' | 'bought_cells' | 'refusal'> {
  readonly isFree: boolean
}

function sumOf(quotes: readonly PurchaseQuote[]): Sum {
  const calls = sum(quotes, (quote) => quote.calls)
  const refusal = quotes.find((quote) => quote.refusal !== null)?.refusal ?? null
  const known = sum(quotes, (quote) => quote.no_listings.length + quote.not_covered.length)
  return {
    calls,
    bought_cells: sum(quotes, (quote) => quote.bought_cells),
    refusal,
    isFree: calls === 0 && refusal === null && known === 0,
  }
}

function OfferContent({ quote, onTake }: { quote: Sum | undefined; onTake: () => void }) {
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
        {quote ? t('Not all of this view is paid for.') : t('Working out what this view would cost…')}
      </p>
      <Button look="primary" isDisabled={!quote} onPress={onTake}>
        {quote ? t('Buy this view: {cost}', { cost: costWords(quote) }) : t('Buy this view')}
      </Button>
    </div>
  )
}
