import { useQueries, useQueryClient } from '@tanstack/react-query'
import { sum } from 'd3-array'
import { useEffect, useMemo } from 'react'
import type { PurchaseQuote } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { newerWords } from '../figures/window-words.ts'
import { showPeriod, useOfferedPeriod } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { type Offer, quoteOptions } from '../metered/quote.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { type Cost, sumOfCosts } from '../tiles/cost.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { costWords } from './quote-words.ts'
import { takeOffers } from './take-offer.ts'
import { useWantedEditions } from './use-view-purchases.ts'
import styles from './ViewOffer.module.css'
import { viewOffers } from './view-offer.ts'

/**
 * In ask-first mode, what the rest of the view would cost and the button that buys it; otherwise nothing. The service sells
 * the newest period only, so once there is a newer one than the page shows, the view is offered in that one.
 */
export function ViewOffer() {
  const newer = useOfferedPeriod()
  const offers = useViewOffers(newer)
  return offers.length === 0 ? null : <OfferBar offers={offers} newer={newer} />
}

const NONE: readonly Offer[] = []

function useViewOffers(newer: AsOf | null): readonly Offer[] {
  const mode = useSpendingMode()
  const rested = usePage((page) => page.rested)
  const view = useViewCells()
  const version = useTileStoreVersion()
  const isTwo = useAddress((address) => address.beside !== null)
  // The second map may lack what the first has.
  const isWaiting = mode === 'ask' && view?.isAnswered === true && (isTwo || view.trouble.isUnasked)
  const names = useWantedEditions(view?.name ?? null)
  useEffect(() => {
    // Free. The page has fetched tiles of the period that it shows only.
    if (!isWaiting || rested === null || newer === null) return
    for (const name of inPeriod(names, newer)) {
      void tileStore.ensureHeld(name, tilesInView(rested.bounds, name.resolution).parents)
    }
  }, [isWaiting, rested, names, newer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  return useMemo(
    () => (isWaiting && rested ? viewOffers(tileStore, inPeriod(names, newer), rested) : NONE),
    [isWaiting, rested, names, newer, version],
  )
}

function inPeriod(names: readonly EditionName[], as_of: AsOf | null): readonly EditionName[] {
  return as_of === null ? names : names.map((name) => ({ ...name, as_of }))
}

function OfferBar({ offers, newer }: { offers: readonly Offer[]; newer: AsOf | null }) {
  const client = useQueryClient()
  const quotes = useQueries({ queries: offers.map((offer) => quoteOptions(offer)) })
  const failed = quotes.find(({ isError }) => isError)
  const known = quotes.flatMap(({ data }) => data ?? [])
  const quote = known.length === offers.length ? sumOf(known) : undefined
  const isFree = quote?.isFree === true
  const take = () => {
    if (newer !== null) showPeriod(client, newer)
    void takeOffers(offers)
  }
  useEffect(() => {
    if (!isFree) return
    // A free offer needs no consent: somebody has bought the figures since, or the service covers nothing there.
    if (newer !== null) showPeriod(client, newer)
    void takeOffers(offers)
  }, [isFree, offers, newer, client])
  if (isFree) return null
  return (
    <div className={styles.bar} data-testid="view-offer">
      <Panel label={t('Cost of this view')} isAboutMap bare>
        {failed ? (
          <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <OfferContent quote={quote} newer={newer} onTake={take} />
        )}
      </Panel>
    </div>
  )
}

/** What several offers cost together. */
interface Sum extends Cost {
  readonly refusal: PurchaseQuote['refusal']
  readonly isFree: boolean
}

function sumOf(quotes: readonly PurchaseQuote[]): Sum {
  const cost = sumOfCosts(quotes)
  const refusal = quotes.find((quote) => quote.refusal !== null)?.refusal ?? null
  const known = sum(quotes, (quote) => quote.no_listings.length + quote.not_covered.length)
  return {
    ...cost,
    refusal,
    isFree: cost.calls === 0 && refusal === null && known === 0,
  }
}

interface OfferContentProps {
  quote: Sum | undefined
  newer: AsOf | null
  onTake: () => void
}

function OfferContent({ quote, newer, onTake }: OfferContentProps) {
  if (quote?.refusal) {
    return (
      <Notice kind="warning" requestId={quote.refusal.request_id}>
        {refusalWords(quote.refusal)}
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <p className={styles.words}>
        <span role="status">
          {quote ? t('Not all of this view is paid for.') : t('Working out what this view would cost…')}
        </span>
        {/* The legend has told it, and offers to show what is held of it. */}
        {newer !== null && ` ${newerWords(newer)}`}
      </p>
      <Button look="primary" isBusy={!quote} onPress={onTake}>
        {quote ? t('Buy this view: {cost}', { cost: costWords(quote) }) : t('Buy this view')}
      </Button>
    </div>
  )
}
