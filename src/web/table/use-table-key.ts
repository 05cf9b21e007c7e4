import { useEffect } from 'react'
import { getAddress, setAddress } from '../state/use-address.ts'

/** Where a letter means itself: fields, and lists that are searched by typing. */
const TYPED_INTO = 'input, textarea, select, [contenteditable], [role=grid], [role=listbox], [role=menu]'

/** Lets the key T open and close the table, wherever nothing is typed into. */
export function useTableKey(): void {
  useEffect(() => {
    const toggle = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      if (key.toLowerCase() !== 't' || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(TYPED_INTO)) return
      setAddress({ table: !getAddress().table }, 'push')
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [])
}
