import { ChartNoAxesColumn } from 'lucide-react'
import { t } from '../language/translate.ts'
import { TitledPopover } from '../ui/controls/TitledPopover.tsx'
import { later } from '../ui/failures/later.tsx'

const SpendingDetails = later(() => import('./SpendingDetails.tsx').then(({ SpendingDetails: component }) => component))

/** The spending details behind a button. */
export function SpendingPopover() {
  return (
    <TitledPopover title={t('Calls and spending')} icon={ChartNoAxesColumn}>
      {() => <SpendingDetails />}
    </TitledPopover>
  )
}
