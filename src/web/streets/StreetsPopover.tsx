import { Layers } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const StreetsChoice = later(() => import('./StreetsChoice.tsx').then(({ StreetsChoice: component }) => component))

/** What the map shows besides the figures, behind a button. */
export function StreetsPopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('Map background')}>
        <Layers size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {t('Map background')}
          </Heading>
          <StreetsChoice />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
