import { LANGUAGES, loadCatalogue } from '../../language/catalogues.ts'
import { chooseLanguage } from '../../language/choose-language.ts'
import { speak, speechNow } from '../../language/language.ts'
import { loadTownNames } from '../../language/load-town-names.ts'
import { deviceSetting } from './device-setting.ts'

/** The language last chosen on this device; null for the browser's. `public/first-words.js` reads it before the first paint. */
export const languageSetting = deviceSetting<string | null>('squaremetre.language', {
  parse: (raw) => LANGUAGES.find((known) => known === raw) ?? null,
  format: (language) => language ?? '',
})

/** Returns the language of a link, of the device or of the browser. */
function chosenLanguage(linked: string | null) {
  return chooseLanguage([linked, languageSetting.read()], navigator.languages, LANGUAGES)
}

/** Makes the page speak the language of a link, of the device or of the browser; throws when its words cannot be loaded. */
export async function speakChosen(linked: string | null): Promise<void> {
  const chosen = chosenLanguage(linked)
  const [catalogue, towns] = await Promise.all([
    loadCatalogue(chosen.language),
    // Where they do not come, the service's names do as well.
    Promise.race([loadTownNames(), tooLate(TOWNS_LIMIT_MS)]).catch(() => ({})),
  ])
  speak({ ...chosen, catalogue, towns })
}

/**
 * Speaks the language of the address after each step back or forward; returns what stops that. Where its words cannot be
 * loaded, the page stays in the language that it has.
 */
export function followLinkedLanguage(): () => void {
  const linked = () => new URLSearchParams(window.location.search).get('lang')
  const isSpoken = () => chosenLanguage(linked()).language === speechNow().language
  // One at a time, so that the last step decides.
  let turn = Promise.resolve()
  const follow = () => {
    turn = turn.then(() => (isSpoken() ? undefined : speakChosen(linked()))).catch(() => undefined)
  }
  window.addEventListener('popstate', follow)
  return () => window.removeEventListener('popstate', follow)
}

/** Milliseconds after which the page opens without the words of its language; it takes them when they come later. */
const WORDS_LIMIT_MS = 10_000
/** Milliseconds after which it does without the names of towns in that language. */
const TOWNS_LIMIT_MS = 2_000

/** Opens the page in its language; resolves to false, with the page in English, when the words cannot be loaded. */
export async function openInLanguage(): Promise<boolean> {
  try {
    await Promise.race([speakChosen(new URLSearchParams(window.location.search).get('lang')), tooLate(WORDS_LIMIT_MS)])
    return true
  } catch {
    return false
  }
}

function tooLate(limitMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the words of the language did not come in time')), limitMs)
  })
}
