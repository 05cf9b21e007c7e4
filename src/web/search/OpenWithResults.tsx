import { type RefObject, useContext, useEffect } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'

interface OpenWithResultsProps {
  text: string
  isReady: boolean
  /** Gets what closes the list around this component, for use together with other changes of the page. */
  close: RefObject<() => void>
}

/**
 * Opens the list around it as soon as there is something to show for what was typed. By itself the list opens only while
 * somebody types, and then it would open empty, and a screen reader would say "0 options" before the search is over.
 */
export function OpenWithResults({ text, isReady, close }: OpenWithResultsProps) {
  const state = useContext(ComboBoxStateContext)
  useEffect(() => {
    close.current = () => state?.close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text, so that Escape keeps the list closed
  useEffect(() => {
    if (isReady && text !== '' && state?.isFocused && !state.isOpen) state.open(null, 'input')
  }, [text, isReady])
  return null
}
