import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useTimesReplaced } from '../tiles/page-tiles.ts'
import { Notice } from '../ui/failures/Notice.tsx'

/** Says that the service or the proxy has other figures now than the page had shown; nothing once dismissed. */
export function ReplacedNotice() {
  const times = useTimesReplaced()
  const seen = usePage((page) => page.replacementsSeen)
  if (times === seen) return null
  const dismiss = () => usePage.getState().set({ replacementsSeen: times })
  return (
    <Notice kind="info" action={{ label: t('Dismiss'), onPress: dismiss }}>
      {t('Figures have been published again since you opened the map. It shows the current ones.')}
    </Notice>
  )
}
