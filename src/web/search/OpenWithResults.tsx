import { useContext, useEffect } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'

/**
 * Opens the list around it as soon as there is something to show for what was typed. By itself the list opens only while
 * somebody types, and then it would open empty, and a screen reader would say "0 options" before the search is over.
 */
export function OpenWithResults({ text, isReady }: { text: string; isReady: boolean }) {
  const state = useContext(ComboBoxStateContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text, so that Escape keeps the list closed
  useEffect(() => {
    if (isReady && text !== '' && state?.isFocused && !state.isOpen) state.open(null, 'input')
  }, [text, isReady])
  return null
}
