import type { HistoryAllowance } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { formatDay } from '../ui/words/format.ts'
import styles from './HistoryAllowanceNote.module.css'

/** What is left for histories, where the service counts them apart from what the meter shows; otherwise nothing. */
export function HistoryAllowanceNote({ allowance }: { allowance: HistoryAllowance | null }) {
  return allowance && <p className={styles.note}>{words(allowance)}</p>
}

function words({ remaining, resets_at }: HistoryAllowance): string {
  if (remaining === null) return t('Earlier periods have an allowance of their own.')
  return resets_at === null
    ? t('Earlier periods have an allowance of their own: {remaining, plural, one {# call} other {# calls}} left.', {
        remaining,
      })
    : t(
        'Earlier periods have an allowance of their own: {remaining, plural, one {# call} other {# calls}} left, resets {day}.',
        { remaining, day: formatDay(resets_at) },
      )
}
