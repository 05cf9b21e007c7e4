import { Info } from 'lucide-react'
import { HelpButtons } from '../help/HelpButtons.tsx'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const AboutText = later(() => import('./AboutText.tsx').then(({ AboutText: component }) => component))

/** What the hexagons mean and where the figures come from, behind a button. */
export function AboutPopover() {
  return (
    <TitledPopover title={t('About these figures')} icon={Info}>
      {(close) => (
        <>
          <AboutText />
          <HelpButtons onChosen={close} />
        </>
      )}
    </TitledPopover>
  )
}
