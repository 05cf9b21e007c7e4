import { Bookmark } from 'lucide-react'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const SavedContent = later(() => import('./SavedContent.tsx').then(({ SavedContent: component }) => component))

/** The viewer's saved views and areas behind a button. */
export function SavedPopover() {
  return (
    <TitledPopover title={t('Saved views and areas')} icon={Bookmark}>
      {(close) => <SavedContent onOpened={close} />}
    </TitledPopover>
  )
}
