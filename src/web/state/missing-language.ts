import { followSpeech, speechNow } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { noteAboutLink } from './about-link.ts'
import { usePage } from './store.ts'

/** Says that the words of the reader's language did not come in time, until they come. */
export function noteMissingLanguage(): void {
  if (speechNow().language !== 'en') return
  const note = t('Your language could not be loaded, so the page is in English. Reload to try again.')
  noteAboutLink(note)
  const stop = followSpeech(() => {
    stop()
    const { brokenParts, set } = usePage.getState()
    set({ brokenParts: brokenParts.filter((part) => part !== note) })
  })
}
