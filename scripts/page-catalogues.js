// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'

export const CATALOGUES = 'src/web/language/catalogues'

/** @typedef {Readonly<Record<string, string>>} Catalogue */

/** @param {string} root @returns {string[]} the languages that have a catalogue */
export function cataloguedLanguages(root) {
  return readdirSync(join(root, CATALOGUES))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
}

/** @param {string} root @param {string} language @returns {string} the text of its catalogue */
export function catalogueText(root, language) {
  return readFileSync(join(root, CATALOGUES, `${language}.json`), 'utf8')
}

/** @param {Catalogue} catalogue @returns {string} its file: one message a line, sorted, so that changes merge */
export function formatCatalogue(catalogue) {
  const sorted = Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/**
 * Returns a sentence for each fault of a catalogue: a message without a translation or with other placeholders, one that
 * nobody says, one that is there twice, and lines out of order.
 * @param {string} language
 * @param {string} text
 * @param {ReadonlyMap<string, string>} uses messages with where each is said
 * @returns {string[]}
 */
export function catalogueFaults(language, text, uses) {
  /** @type {Catalogue} */
  const catalogue = JSON.parse(text)
  const file = `${language}.json`
  const faults = [...uses].flatMap(([message, at]) => {
    const translation = catalogue[message]
    if (!translation) return [`${file}: “${message}” (${at}) has no translation`]
    const fault = translationFault(message, translation, language)
    return fault === null ? [] : [`${file}: “${message}” (${at}): ${fault}`]
  })
  const unsaid = Object.keys(catalogue).filter((message) => !uses.has(message))
  faults.push(...unsaid.map((message) => `${file}: nothing says “${message}” any more`))
  if (faults.length === 0 && text !== formatCatalogue(catalogue))
    faults.push(`${file} is not sorted, or has a message twice`)
  return faults
}

/** @param {string} message @param {string} translation @param {string} language @returns {string | null} */
function translationFault(message, translation, language) {
  if (/['"]/.test(message) || /['"]/.test(translation))
    return 'write curly quotes and apostrophes (’ “ ”), which ICU leaves alone'
  try {
    const [said, wanted] = [slotsOf(translation, language), slotsOf(message, 'en')]
    const names = wanted.split(', ').map((slot) => slot.split(' ')[1])
    if (new Set(names).size < names.length) return `a placeholder and an element share a name: ${wanted}`
    return said === wanted ? null : `expected the placeholders ${wanted || 'of none'}, found ${said || 'none'}`
  } catch (error) {
    return `cannot be read as ICU: ${error instanceof Error ? error.message : error}`
  }
}

/** @param {string} message @param {string} language @returns {string} its placeholders and tags with their kinds, sorted */
function slotsOf(message, language) {
  /** @type {Set<string>} */
  const slots = new Set()
  /** @param {readonly any[]} parts */
  const collect = (parts) => {
    for (const part of parts) {
      if (part.type === KIND.text || part.type === KIND.pound) continue
      slots.add(`${KIND_NAMES[part.type] ?? 'value'} ${part.value}`)
      if (part.options) for (const option of Object.values(part.options)) collect(option.value)
      if (part.children) collect(part.children)
    }
  }
  collect(new IntlMessageFormat(message, language).getAst())
  return [...slots].sort().join(', ')
}

/** The parser's kinds of parts that need no value. */
const KIND = { text: 0, pound: 7 }
/** @type {Readonly<Record<number, string>>} */
const KIND_NAMES = { 1: 'text', 2: 'number', 3: 'date', 4: 'time', 5: 'choice', 6: 'number', 8: 'element' }
