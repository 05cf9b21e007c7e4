import { languageSetting, speakChosen } from './device/language-choice.ts'
import { setAddress } from './use-address.ts'

/** Makes the page speak a language, and keeps it for the next visit; throws when its words cannot be loaded. */
export async function changeLanguage(language: string): Promise<void> {
  await speakChosen(language)
  languageSetting.keep(language)
  setAddress({ lang: null }, 'replace')
}
