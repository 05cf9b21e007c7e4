import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { costWords } from '../../buying/quote-words.ts'
import { t } from '../../language/translate.ts'
import { areaAnywayOptions } from '../../metered/areas.ts'
import { useSpendingMode } from '../../metered/spending-mode.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FailureNotice } from '../../ui/failures/FailureNotice.tsx'
import { Notice } from '../../ui/failures/Notice.tsx'
import { refusalWords } from '../../ui/failures/refusal-words.ts'
import type { Area, LeftOutOffer } from '../area.ts'
import styles from './Area.module.css'

/** The cells of an area that were left out because free hints call them empty, and what it costs to buy them anyway. */
export function AreaAnyway({ area: { leftOut, isBuying } }: { area: Area }) {
  const mode = useSpendingMode()
  const [isAsked, setAsked] = useState(false)
  if (leftOut === null || mode === null || mode === 'held-only') return null
  return (
    <div className={styles.offer}>
      <p className={styles.quiet}>
        {t(
          '{cells, plural, one {# cell} other {# cells}} left out: a free look-up says that nothing is there, which can be wrong.',
          { cells: leftOut.cells },
        )}
      </p>
      {isAsked ? (
        <Cost offer={leftOut.offer} isBuying={isBuying} onBuy={leftOut.buy} />
      ) : (
        <Button onPress={() => setAsked(true)}>{t('What would they cost?')}</Button>
      )}
    </div>
  )
}

function Cost({ offer, isBuying, onBuy }: { offer: LeftOutOffer; isBuying: boolean; onBuy: () => void }) {
  const quote = useQuery(areaAnywayOptions(offer.name, offer.area))
  if (quote.isError) return <FailureNotice error={quote.error} onRetry={() => void quote.refetch()} />
  if (quote.data?.refusal) return <Notice kind="warning">{refusalWords(quote.data.refusal)}</Notice>
  return (
    <Button isBusy={!quote.data || isBuying} onPress={onBuy}>
      {isBuying && t('Buying…')}
      {!isBuying && (quote.data ? t('Buy anyway: {cost}', { cost: costWords(quote.data) }) : t('Buy anyway'))}
    </Button>
  )
}
