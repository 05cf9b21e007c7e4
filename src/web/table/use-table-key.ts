import { type RefObject, useEffect } from 'react'
import { getAddress, setAddress } from '../state/use-address.ts'
import { useKey } from '../ui/focus/use-key.ts'

const KEY = 't'
/** How long after a letter the next one continues a search by typing, in milliseconds. */
const TYPING_MS = 1000

/** Lets the key T open and close the table. */
export function useTableKey(): void {
  useKey(KEY, toggleTable)
}

/** Lets the key T close the table from its rows. Typing searches the rows, so this does not apply while a search is under way. */
export function useCloseKey(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    let lastLetterAt = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = event.timeStamp - lastLetterAt < TYPING_MS
      lastLetterAt = event.timeStamp
      if (isTyping || event.key.toLowerCase() !== KEY) return
      event.preventDefault()
      event.stopPropagation()
      toggleTable()
    }
    element.addEventListener('keydown', hear, { capture: true })
    return () => element.removeEventListener('keydown', hear, { capture: true })
  }, [grid])
}

function toggleTable(): void {
  setAddress({ table: !getAddress().table }, 'push')
}
