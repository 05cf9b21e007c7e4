import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../ui/Button.tsx'
import popover from '../ui/popover.module.css'
import { useIsPhone } from '../ui/use-media.ts'
import { ClassesForm, type ClassesFormProps } from './ClassesForm.tsx'
import styles from './Legend.module.css'

/** The choices about classes behind one button: in a popover, or within a phone's sheet. */
export function ClassesControl(props: ClassesFormProps) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  if (isPhone) {
    return (
      <>
        <Button look="link" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <Words />
        </Button>
        {isOpen && (
          <div className={styles.classesForm}>
            <ClassesForm {...props} />
          </div>
        )}
      </>
    )
  }
  return (
    <DialogTrigger>
      <Button look="link">
        <Words />
      </Button>
      <Popover className={popover.popover ?? ''} placement="right bottom" offset={16}>
        <Dialog className={popover.dialog ?? ''}>
          <Heading slot="title" level={2} className={popover.title ?? ''}>
            Classes
          </Heading>
          <ClassesForm {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Words() {
  return (
    <>
      <SlidersHorizontal size={12} aria-hidden /> Classes
    </>
  )
}
