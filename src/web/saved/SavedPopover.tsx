import { Bookmark } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const SavedContent = later(() => import('./SavedContent.tsx').then(({ SavedContent: component }) => component))

/** The viewer's saved views and areas behind a button. */
export function SavedPopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('Saved views and areas')}>
        <Bookmark size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {t('Saved views and areas')}
              </Heading>
              <SavedContent onOpened={close} />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
