import type { Catalogue } from './language.ts'

const FILES = import.meta.glob<Catalogue>('./catalogues/*.json', { import: 'default' })
const languageOfFile = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)

/** The languages of the page: English, whose words are in the code, and one for each catalogue. */
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(FILES).map(languageOfFile)]

/** Loads the messages of a language, which are a file of their own; throws when it cannot be loaded. */
export async function loadCatalogue(language: string): Promise<Catalogue> {
  return (await FILES[`./catalogues/${language}.json`]?.()) ?? {}
}
