import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../ui/controls/Button.tsx'
import popover from '../ui/controls/popover.module.css'
import { useIsPhone } from '../ui/device/use-media.ts'

interface LegendButtonProps {
  icon: ReactNode
  title: string
  /** On a phone, the legend itself makes room for the contents. */
  onOpenOnPhone: () => void
  children: ReactNode
}

/** The dialog has the name. A popover named by the words of its button would be text outside all landmarks. */
const UNNAMED = ''

/** A button that opens more about the legend: in a popover, or in place of the legend on a phone. */
export function LegendButton({ icon, title, onOpenOnPhone, children }: LegendButtonProps) {
  const isPhone = useIsPhone()
  const words = (
    <>
      {icon} {title}
    </>
  )
  if (isPhone) {
    return (
      <Button look="link" onPress={onOpenOnPhone}>
        {words}
      </Button>
    )
  }
  return (
    <DialogTrigger>
      <Button look="link">{words}</Button>
      <Popover className={popover.popover ?? ''} placement="right bottom" offset={16} aria-labelledby={UNNAMED}>
        <Dialog className={popover.dialog ?? ''}>
          <Heading slot="title" level={2} className={popover.title ?? ''}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
