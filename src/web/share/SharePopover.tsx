import { Share2 } from 'lucide-react'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const Share = later(() => import('./Share.tsx').then(({ Share: component }) => component))

/** The ways to take the view along, behind a button. */
export function SharePopover() {
  return (
    <TitledPopover title={t('Share and export')} icon={Share2}>
      {(close) => <Share onReport={close} />}
    </TitledPopover>
  )
}
