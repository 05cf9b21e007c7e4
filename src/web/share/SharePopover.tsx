import { Share2 } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const Share = later(() => import('./Share.tsx').then(({ Share: component }) => component))

/** The ways to take the view along, behind a button. */
export function SharePopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('Share and export')}>
        <Share2 size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {t('Share and export')}
              </Heading>
              <Share onReport={close} />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
