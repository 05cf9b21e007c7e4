import { Info } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { HelpButtons } from '../help/HelpButtons.tsx'
import { t } from '../language/translate.ts'
import { IconButton } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { later } from '../ui/failures/later.tsx'

const AboutText = later(() => import('./AboutText.tsx').then(({ AboutText: component }) => component))

/** What the hexagons mean and where the figures come from, behind a button. */
export function AboutPopover() {
  return (
    <DialogTrigger>
      <IconButton label={t('About these figures')}>
        <Info size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {t('About these figures')}
              </Heading>
              <AboutText />
              <HelpButtons onChosen={close} />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
