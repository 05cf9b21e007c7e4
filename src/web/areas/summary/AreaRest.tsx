import type { Resolution } from '../../../domain/cell.ts'
import { costWords } from '../../buying/quote-words.ts'
import { t } from '../../language/translate.ts'
import { useSpendingMode } from '../../metered/spending-mode.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FailureNotice } from '../../ui/failures/FailureNotice.tsx'
import { Notice } from '../../ui/failures/Notice.tsx'
import { refusalWords } from '../../ui/failures/refusal-words.ts'
import type { Area } from '../area.ts'
import styles from './Area.module.css'
import { AreaCoarser } from './AreaCoarser.tsx'

interface AreaRestProps {
  area: Area
  /** Shows the area at a coarser resolution; buys nothing. */
  onCoarser: (resolution: Resolution) => void
}

/**
 * What the missing part of an area costs and the button that buys it, or why it cannot be bought; and the next coarser
 * resolution where that costs less.
 */
export function AreaRest({ area, onCoarser }: AreaRestProps) {
  const { failure, rest } = area
  if (failure !== null) return <FailureNotice error={failure.error} onRetry={failure.retry} />
  if (rest === null) return null
  return (
    <div className={styles.offer}>
      <RestTerms area={area} rest={rest} />
      <AreaCoarser area={area} onChoose={onCoarser} />
    </div>
  )
}

function RestTerms({ area: { isBuying, buyRest }, rest }: { area: Area; rest: NonNullable<Area['rest']> }) {
  const mode = useSpendingMode()
  if (mode === 'held-only') {
    return <Notice kind="info">{t('The rest has not been bought, and buying is turned off.')}</Notice>
  }
  if (rest.refusal !== null) {
    return (
      <Notice kind="warning" requestId={rest.refusal.request_id}>
        {refusalWords(rest.refusal)}
      </Notice>
    )
  }
  return (
    <>
      <p>{t('The rest costs {cost}.', { cost: costWords(rest) })}</p>
      <Button look="primary" isBusy={isBuying} onPress={buyRest}>
        {isBuying ? t('Buying…') : t('Buy the rest')}
      </Button>
    </>
  )
}
