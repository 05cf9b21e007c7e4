import { Languages } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const Settings = later(() => import('./Settings.tsx').then(({ Settings: component }) => component))

/** What a reader sets once for all visits, behind a button. */
export function SettingsPopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('Language and units')}>
        <Languages size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {t('Language and units')}
          </Heading>
          <Settings />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
