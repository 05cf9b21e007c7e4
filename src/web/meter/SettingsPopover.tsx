import { Languages } from 'lucide-react'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const Settings = later(() => import('./Settings.tsx').then(({ Settings: component }) => component))

/** What a reader sets once for all visits, behind a button. */
export function SettingsPopover() {
  return (
    <TitledPopover title={t('Language and units')} icon={Languages}>
      {() => <Settings />}
    </TitledPopover>
  )
}
