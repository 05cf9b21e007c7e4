import { ChartNoAxesColumn } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import popover from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const SpendingDetails = later(() => import('./SpendingDetails.tsx').then(({ SpendingDetails: component }) => component))

/** The spending details behind a button. */
export function SpendingPopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('Calls and spending')}>
        <ChartNoAxesColumn size={16} aria-hidden />
      </IconButton>
      <Popover className={popover.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={popover.dialog ?? ''}>
          <Heading slot="title" level={2} className={popover.title ?? ''}>
            {t('Calls and spending')}
          </Heading>
          <SpendingDetails />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
