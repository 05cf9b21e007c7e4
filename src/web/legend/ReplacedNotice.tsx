import { useQuery } from '@tanstack/react-query'
import { lastMonth } from '../figures/window-words.ts'
import { periodOptions } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useTimesReplaced } from '../tiles/page-tiles.ts'
import { Notice } from '../ui/failures/Notice.tsx'

/** Says that the service or the proxy has other figures now than the page had shown; nothing once dismissed. */
export function ReplacedNotice() {
  const times = useTimesReplaced()
  const seen = usePage((page) => page.replacementsSeen)
  const { as_of = null, withdrawn, isLookedFor } = useQuery(periodOptions).data ?? {}
  // Without a period there are no current ones; while one is looked for, it may be the same again.
  if (times === seen || isLookedFor || (as_of === null && withdrawn === undefined)) return null
  const dismiss = () => usePage.getState().set({ replacementsSeen: times })
  return (
    <Notice kind="info" action={{ label: t('Dismiss'), onPress: dismiss }}>
      {withdrawn === undefined
        ? t('Figures have been published again since you opened the map. It shows the current ones.')
        : t('The statistics service has withdrawn its newest figures, those up to {month}.', {
            month: lastMonth(withdrawn),
          })}
    </Notice>
  )
}
