import { type KeyboardEvent, useEffect, useState } from 'react'

/**
 * Enter without an option pointed at chooses the first result, as soon as it is known for the text that stood there when
 * it was pressed; typing on takes that back. The list's own answer to such an Enter would be to close.
 */
export function useEnterChooses(
  text: string,
  { first, isSettled }: { first: string | undefined; isSettled: boolean },
  choose: (key: string) => void,
): (event: KeyboardEvent) => void {
  const [pressedOn, setPressedOn] = useState<string | null>(null)
  const isDue = pressedOn === text && isSettled
  useEffect(() => {
    if (!isDue) return
    setPressedOn(null)
    if (first !== undefined) choose(first)
  })
  return (event) => {
    const isPointed = event.target instanceof Element && event.target.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isPointed || text.trim() === '') return
    event.preventDefault()
    event.stopPropagation()
    setPressedOn(text)
  }
}
