/** A language of the page, and the reader's variant of it. */
interface ChosenLanguage {
  readonly language: string
  readonly locale: string
}

/**
 * Chooses among the known languages: the first one asked for, otherwise the first that the browser prefers, otherwise
 * English. The browser's variant of the language, such as `de-AT`, says how numbers and dates are written.
 */
export function chooseLanguage(
  asked: readonly (string | null)[],
  preferred: readonly string[],
  known: readonly string[],
): ChosenLanguage {
  const language =
    [...asked, ...preferred.map(languageOf)].find((each) => each !== null && known.includes(each)) ?? 'en'
  return { language, locale: preferred.find((each) => languageOf(each) === language) ?? language }
}

/** Returns the language of a tag such as `de-AT`; null for what is not a tag. */
function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}
