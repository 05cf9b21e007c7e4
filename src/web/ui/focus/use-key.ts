import { useEffect } from 'react'

/** Where a letter means itself: fields, and lists that are searched by typing. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable], [role=grid], [role=treegrid], [role=tree], [role=listbox], [role=menu]'

/** Calls the listener when a key is pressed, wherever nothing is typed into. */
export function useKey(wanted: string, onPress: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key.toLowerCase() !== wanted || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TYPED_INTO)) return
      // Firefox would open its own search with a slash.
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [wanted, onPress])
}
