import { useLayoutEffect, useRef } from 'react'
import { letterOf } from '../areas/chosen/area-name.ts'
import { callsWords } from '../buying/quote-words.ts'
import { listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { Notice } from '../ui/failures/Notice.tsx'
import { refusalWords } from '../ui/failures/refusal-words.ts'
import { formatCells } from '../ui/words/format.ts'
import { jointRefusal, useJointRest } from './compared/use-joint-rest.ts'
import type { TrayEntry } from './compared/use-tray.ts'
import styles from './Tray.module.css'

/** What the rest of several areas costs together, and the button that buys it. */
export function JointRestOffer({ entries }: { entries: readonly TrayEntry[] }) {
  const rest = useJointRest(entries)
  const mode = useSpendingMode()
  const toFocus = useFocusWhenBought(rest !== null)
  if (mode === 'held-only') return null
  if (rest === null) return <JointRefusal entries={entries} />
  const { cost, failure, isBuying, buy } = rest
  const letters = rest.entries.map(({ chosen }) => letterOf(chosen.color))
  const take = () => {
    toFocus.current = letters[0] ?? null
    buy()
  }
  return (
    <div className={styles.offer} data-testid="joint-rest">
      {failure !== null && <FailureNotice error={failure.error} onRetry={failure.retry} />}
      {cost === null ? (
        failure === null && <p className={styles.quiet}>{t('Looking up what the rest costs…')}</p>
      ) : (
        <>
          <p>
            {t('The rest of {areas} costs {calls} together, {cells}.', {
              areas: listOf(letters),
              calls: callsWords(cost),
              cells: formatCells(cost.bought_cells),
            })}
          </p>
          <Button look="primary" isBusy={isBuying} onPress={take}>
            {isBuying ? t('Buying…') : t('Buy all of it')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Why the rest of several areas cannot be bought: closed cards say only that it is missing. */
function JointRefusal({ entries }: { entries: readonly TrayEntry[] }) {
  const refusal = jointRefusal(entries)
  return refusal === null ? null : (
    <Notice kind="warning" requestId={refusal.request_id}>
      {refusalWords(refusal)}
    </Notice>
  )
}

/** Once the offer that had the focus is gone, moves it to the card of the area whose letter is in the returned reference. */
function useFocusWhenBought(isOffered: boolean) {
  const letter = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (isOffered || letter.current === null) return
    const card = document.querySelector<HTMLElement>(`[data-area="${letter.current}"] > section`)
    letter.current = null
    if (document.activeElement === document.body) card?.focus()
  }, [isOffered])
  return letter
}
