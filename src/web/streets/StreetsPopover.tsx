import { Layers } from 'lucide-react'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const StreetsChoice = later(() => import('./StreetsChoice.tsx').then(({ StreetsChoice: component }) => component))

/** What the map shows besides the figures, behind a button. */
export function StreetsPopover() {
  return (
    <TitledPopover title={t('Map background')} icon={Layers}>
      {() => <StreetsChoice />}
    </TitledPopover>
  )
}
