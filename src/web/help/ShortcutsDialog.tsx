import { useState } from 'react'
import { usePage } from '../state/store.ts'
import { later } from '../ui/failures/later.tsx'

const ShortcutsList = later(() => import('./ShortcutsList.tsx').then(({ ShortcutsList: component }) => component), {
  isSilent: true,
})

/** The list of keys, once it has been opened. */
export function ShortcutsDialog() {
  const isOpen = usePage((page) => page.isShortcutsOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  return wasOpened ? <ShortcutsList /> : null
}
