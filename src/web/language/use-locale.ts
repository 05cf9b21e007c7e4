import { useSyncExternalStore } from 'react'
import { followSpeech, speechNow } from './language.ts'

/** Returns the locale of the page, and renders again when the reader changes the language. */
export function useLocale(): string {
  return useSyncExternalStore(followSpeech, () => speechNow().locale)
}
