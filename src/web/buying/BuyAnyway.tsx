import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { CELLS_PER_TILE, tileParent } from '../../domain/tile.ts'
import { t } from '../language/translate.ts'
import { type Offer, quoteOptions } from '../metered/quote.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { usePage } from '../state/store.ts'
import { tileStore, useOfferedResolutions, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import styles from './BuyAnyway.module.css'
import { callsWords } from './quote-words.ts'
import { takeOffers } from './take-offer.ts'
import { useWantedEditions } from './use-view-purchases.ts'
import { distrustOffer } from './view-offer.ts'

/** The cost of buying what free hints call empty: a cell, if one is given, together with all such cells in view. */
export function BuyAnyway({ cell, name }: { cell: Cell | null; name: EditionName }) {
  const mode = useSpendingMode()
  const rested = usePage((page) => page.rested)
  const version = useTileStoreVersion()
  const names = useWantedEditions(name)
  // The card may stay open while the map shows another resolution; it then offers nothing.
  const isShown = useResolutionAtRest() === name.resolution
  const isOffered = useOfferedResolutions().includes(name.resolution)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  const offer = useMemo(
    () =>
      rested && isShown
        ? (names.flatMap((each) => distrustOffer(tileStore, each, rested, cell && tileParent(cell)) ?? [])[0] ?? null)
        : null,
    [cell, names, rested, isShown, version],
  )
  if (mode === null || mode === 'held-only' || !isOffered || !offer) return null
  return <DistrustOffer offer={offer} />
}

function DistrustOffer({ offer }: { offer: Offer }) {
  const quote = useQuery(quoteOptions(offer))
  const cells = offer.parents.length * CELLS_PER_TILE
  if (quote.isError) return <FailureNotice error={quote.error} onRetry={() => void quote.refetch()} />
  if (quote.data?.refusal) return <p className={styles.words}>{refusalWords(quote.data.refusal)}</p>
  return (
    <div className={styles.offer}>
      <p className={styles.words}>
        {quote.data
          ? t(
              'That can be wrong. Buying the {cells, plural, one {# cell} other {# cells}} that it leaves out of this view would cost {calls}.',
              { cells, calls: callsWords(quote.data) },
            )
          : t(
              'That can be wrong. You can still buy the {cells, plural, one {# cell} other {# cells}} that it leaves out of this view.',
              { cells },
            )}
      </p>
      <Button isBusy={!quote.data} onPress={() => void takeOffers([offer])}>
        {t('Buy anyway')}
      </Button>
    </div>
  )
}
