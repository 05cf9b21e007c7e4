import { useQueryClient } from '@tanstack/react-query'
import { useAsOf } from '../free/period.ts'
import { listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { retryFailed, useFailedParts } from '../requests/query-client.ts'
import { usePage } from '../state/store.ts'
import { Notice } from '../ui/failures/Notice.tsx'

/** What could not be loaded and has no place of its own on the page to say so; nothing while all is well. */
export function UntoldFailures() {
  const client = useQueryClient()
  const reloadBasemap = usePage((page) => page.reloadBasemap)
  const parts = [...useFailedParts(client), ...(reloadBasemap === null ? [] : [t('the map under the hexagons')])]
  // Without a period there is nothing on the page, and its own notice tries everything again.
  const hasPeriod = useAsOf() !== undefined
  if (parts.length === 0 || !hasPeriod) return null
  const again = () => {
    void retryFailed(client)
    reloadBasemap?.()
  }
  return (
    <Notice kind="warning" action={{ label: t('Try again'), onPress: again }}>
      {t('Could not be loaded: {parts}.', { parts: listOf(parts) })}
    </Notice>
  )
}
