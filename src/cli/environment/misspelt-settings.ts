import { distance } from 'fastest-levenshtein'

/** Shorter names, such as PORT and LOG_LEVEL, differ by few letters from what other programs use. */
const SHORTEST = 9
/** One letter in so many can be missing, added or wrong. */
const LETTERS_A_FAULT = 6

/** Names that people take for those of settings, with more than a letter's difference. */
const TAKEN_FOR: ReadonlyMap<string, string> = new Map([
  ['SERVICE_URL', 'SERVICE_BASE_URL'],
  ['SERVICE_BASE', 'SERVICE_BASE_URL'],
  ['SERVICE_ADDRESS', 'SERVICE_BASE_URL'],
  ['SERVICE_API_TOKEN', 'SERVICE_TOKEN'],
  ['SERVICE_API_KEY', 'SERVICE_TOKEN'],
  ['SERVICE_PROXY', 'SERVICE_PROXY_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
])

/**
 * Returns the given names of variables that are almost those of settings, each with the setting that may be meant. A
 * guard whose name is misspelt would otherwise guard nothing, and nobody would know.
 */
export function misspeltSettings(given: readonly string[], settings: readonly string[]): Map<string, string> {
  const compared = settings.filter((setting) => lettersOf(setting).length >= SHORTEST && !setting.startsWith('AWS_'))
  const misspelt = new Map<string, string>()
  for (const name of given) {
    if (settings.includes(name)) continue
    const meant = TAKEN_FOR.get(name) ?? compared.find((setting) => isAlmost(lettersOf(name), lettersOf(setting)))
    if (meant !== undefined) misspelt.set(name, meant)
  }
  return misspelt
}

function isAlmost(name: string, setting: string): boolean {
  return distance(name, setting) <= Math.min(2, setting.length / LETTERS_A_FAULT)
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
