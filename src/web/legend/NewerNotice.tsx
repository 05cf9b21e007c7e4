import { useQueryClient } from '@tanstack/react-query'
import { newerWords } from '../figures/window-words.ts'
import { showPeriod, useOfferedPeriod } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { setAddress } from '../state/use-address.ts'
import { Notice } from '../ui/failures/Notice.tsx'

/**
 * Offers the period that the service now serves, while everything on the page is of the one before. The next purchase moves
 * on by itself, but a view that is held in full may never need one.
 */
export function NewerNotice() {
  const client = useQueryClient()
  const next = useOfferedPeriod()
  if (next === null) return null
  const show = () => {
    setAddress({ period: null }, 'replace')
    showPeriod(client, next)
  }
  return (
    <Notice kind="info" action={{ label: t('Show them'), onPress: show }}>
      {newerWords(next)}
    </Notice>
  )
}
