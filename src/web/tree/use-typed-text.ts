import { useRef } from 'react'

/** Milliseconds after which a letter begins a new text. */
const PAUSE_MS = 800

/**
 * Returns a function that adds a key to the text being typed, and returns it; null for a key that is not part of a text. The
 * time is when the key was pressed, which a busy page learns later.
 */
export function useTypedText(): (key: string, now: number) => string | null {
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  return (key, now) => {
    const before = now - typed.current.at < PAUSE_MS ? typed.current.text : ''
    // A space chooses the row, unless it stands within a name.
    if ([...key].length !== 1 || (key === ' ' && before === '')) return null
    typed.current = { text: before + key, at: now }
    return typed.current.text
  }
}
