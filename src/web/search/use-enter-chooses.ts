import { type KeyboardEvent, useEffect, useState } from 'react'

/**
 * Makes Enter choose the first result when no option is focused, as soon as the results for the text at that moment are
 * known. Further typing cancels the choice. Without this, Enter would only close the list.
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
