import { distance } from 'fastest-levenshtein'

/** Shorter names, such as PORT and LOG_LEVEL, differ by few letters from what other programs use. */
const SHORTEST = 9
/** Letters that can be missing, added or wrong. */
const MOST_WRONG = 2

/**
 * Returns the given names of variables that are almost those of settings, each with the setting that may be meant. A
 * guard whose name is misspelt would otherwise guard nothing, and nobody would know.
 */
export function misspeltSettings(given: readonly string[], settings: readonly string[]): Map<string, string> {
  const compared = settings.filter((setting) => lettersOf(setting).length >= SHORTEST && !setting.startsWith('AWS_'))
  const misspelt = new Map<string, string>()
  for (const name of given) {
    if (settings.includes(name)) continue
    const meant = compared.find((setting) => distance(lettersOf(name), lettersOf(setting)) <= MOST_WRONG)
    if (meant !== undefined) misspelt.set(name, meant)
  }
  return misspelt
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
