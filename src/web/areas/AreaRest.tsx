import { costWords } from '../buying/quote-words.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { Button } from '../ui/Button.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { refusalWords } from '../ui/refusal-words.ts'
import styles from './Area.module.css'
import type { Area } from './use-area.ts'

/** What the missing part of an area costs and the button that buys it, or why it cannot be bought. */
export function AreaRest({ area }: { area: Area }) {
  const mode = useSpendingMode()
  const { rest, failure, isBuying, buyRest } = area
  if (failure !== null) return <FailureNotice error={failure.error} onRetry={failure.retry} />
  if (rest === null) return null
  if (mode === 'held-only') {
    return <Notice kind="info">The rest has not been bought, and buying is turned off.</Notice>
  }
  if (rest.refusal !== null) {
    return (
      <Notice kind="warning" requestId={rest.refusal.request_id}>
        {refusalWords(rest.refusal)}
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <p>The rest costs {costWords(rest)}.</p>
      <Button look="primary" isDisabled={isBuying} onPress={buyRest}>
        {isBuying ? 'Buying…' : 'Buy the rest'}
      </Button>
    </div>
  )
}
