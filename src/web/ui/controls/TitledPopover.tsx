import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { IconButton } from './Button.tsx'
import styles from './popover.module.css'

interface TitledPopoverProps {
  /** The name of the button and the heading of what it opens. */
  title: string
  icon: LucideIcon
  /** Gets a function that closes the popover. */
  children: (close: () => void) => ReactNode
}

/** A popover below an icon in the bar. */
export function TitledPopover({ title, icon: Icon, children }: TitledPopoverProps) {
  return (
    <DialogTrigger>
      <IconButton label={title}>
        <Icon size={16} aria-hidden />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={14}>
        <Dialog className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {title}
              </Heading>
              {children(close)}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
